// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_CLI_TARGET_GATHERER_HPP
#define SONDA_CLI_TARGET_GATHERER_HPP

#include <sonda/cli/choose_ports.hpp>
#include <sonda/cli/messages.hpp>
#include <sonda/cli/nearest_name.hpp>
#include <sonda/cli/options.hpp>
#include <sonda/cli/usage_error.hpp>
#include <sonda/target/name_table.hpp>
#include <sonda/target/parse_targets.hpp>
#include <sonda/target/resolved_name.hpp>
#include <sonda/target/special_purpose.hpp>
#include <sonda/target/target_selection.hpp>

#include <boost/asio/error.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace sonda::cli {

/// What becomes of a target: it is scanned, or it never is.
enum class target_use : std::uint8_t { include, exclude };

/** Collects what the user named into what is scanned over each protocol.

    Addresses go in at once; names wait for @ref resolved. The order does not matter: what is excluded is excluded.

    @par Thread safety
    Distinct objects: safe. Shared objects: unsafe.
*/
class target_gatherer
{
public:
    /// Collects for the options, which with `say` must outlive it.
    target_gatherer(options const& chosen, messages& say)
        : chosen_(&chosen)
        , say_(&say)
    {
        auto const ports = choose_ports(chosen);
        for (auto const proto : {protocol::tcp, protocol::udp}) {
            selection(proto).ports = ports.included.of(proto);
            selection(proto).excluded_ports = ports.excluded.of(proto);
        }
    }

    /// Takes a target; `place` is where it was found, as `file:line: `, or empty for the command line.
    void add(target::target_spec spec, target_use use, std::string place = {})
    {
        any_ = any_ || use == target_use::include;
        if (auto* const name = std::get_if<std::string>(&spec.host))
            uses_of(std::move(*name)).push_back({spec.port, spec.proto, use, std::move(place), use_count_++});
        else
            add_range(std::get<target::ip_range>(spec.host), spec.port, spec.proto, use);
    }

    /// The names that are still to be looked up, each once, in the order in which they came.
    std::vector<std::string> const& names() const noexcept { return names_; }

    /** Takes what names came to.

        A name without addresses, or with some of which nobody knows whether they are all, is input that cannot be used and
        is said: in the order in which the user named them.

        @par Exception safety
        Throws @ref usage_error if the name is one to exclude and could not be looked up for now, or not all of it: then
        nobody knows what must not be scanned.
    */
    void resolved(std::vector<target::resolved_name> const& results)
    {
        std::map<std::uint64_t, std::string> unresolved;
        for (auto const& result : results)
            for (auto const& use : uses_of(result.name))
                take_result(result, use, unresolved);
        for (auto const& [number, text] : unresolved)
            say_->bad_input(text);
    }

    /// What is scanned over a protocol, once all names are resolved.
    target::target_selection& selection(protocol proto) noexcept { return proto == protocol::tcp ? tcp_ : udp_; }

    /// The names of the addresses.
    target::name_table const& known_names() const noexcept { return known_names_; }

    /// True if there was a target that is not excluded, whatever came of it.
    bool any() const noexcept { return any_; }

    /// The special-purpose addresses that a sweep left out, and that nobody named by themselves.
    target::address_set skipped() const
    {
        auto left_out = skipped_;
        left_out.erase(tcp_.addresses);
        left_out.erase(tcp_.excluded_addresses);
        return left_out;
    }

private:
    struct name_use
    {
        std::uint16_t port;
        std::optional<protocol> proto;
        target_use use;
        std::string place;
        std::uint64_t number; // in the order in which they came
    };

    std::vector<name_use>& uses_of(std::string name)
    {
        auto const [at, is_new] = uses_.try_emplace(std::move(name));
        if (is_new)
            names_.push_back(at->first);
        return at->second;
    }

    // An excluded port without a protocol is excluded from both.
    void add_range(target::ip_range const& range, std::uint16_t port, std::optional<protocol> named, target_use use)
    {
        for (auto const proto : {protocol::tcp, protocol::udp}) {
            if (use == target_use::exclude) {
                if (!named || *named == proto)
                    selection(proto).exclude(range, port);
            } else if (port == 0)
                include_sweep(range, selection(proto));
            else if (proto == named.value_or(chosen_->fallback))
                selection(proto).include(range, port);
        }
    }

    void include_sweep(target::ip_range const& range, target::target_selection& into)
    {
        if (chosen_->special || chosen_->count || !target::is_sweep(range))
            return into.addresses.insert(range);
        auto const parts = target::without_special_purpose(range);
        into.addresses.insert(parts.kept);
        skipped_.insert(parts.skipped);
    }

    void take_result(target::resolved_name const& result, name_use const& use,
                     std::map<std::uint64_t, std::string>& unresolved)
    {
        if (result.error || result.addresses.empty())
            unresolved.emplace(use.number, unresolved_text(result, use));
        if (!result.addresses.empty())
            take_addresses(result, use);
    }

    void take_addresses(target::resolved_name const& result, name_use const& use)
    {
        auto last = result.addresses.end();
        if (chosen_->resolve == resolve_mode::first && use.use == target_use::include)
            last = result.addresses.begin() + 1;
        for (auto at = result.addresses.begin(); at != last; ++at) {
            add_range(target::ip_range(*at), use.port, use.proto, use.use);
            if (use.use == target_use::include)
                known_names_.add(*at, result.name);
        }
        for (auto at = last; at != result.addresses.end(); ++at)
            say_->note(in_quotes(result.name) + ": not scanned: " + at->to_string());
    }

    // A word that was meant to choose an action.
    std::string action_hint(target::resolved_name const& result, name_use const& use) const
    {
        bool const first = chosen_->what == action::scan && use.place.empty() && result.addresses.empty() &&
                           !chosen_->arguments.empty() && chosen_->arguments.front() == result.name;
        std::vector<std::string_view> names;
        for (auto const& [name, meaning] : action_names)
            names.push_back(name);
        auto const meant = first ? nearest_name(result.name, names, 1) : std::string_view();
        return meant.empty() ? std::string() : "; did you mean sonda " + std::string(meant) + '?';
    }

    std::string unresolved_text(target::resolved_name const& result, name_use const& use) const
    {
        auto text = use.place + in_quotes(result.name) +
                    (result.addresses.empty() ? " has no address: " : " may have more addresses: ") +
                    result.error.message() + action_hint(result, use);
        bool const unknown =
            result.error != boost::asio::error::host_not_found && result.error != boost::asio::error::no_data;
        if (use.use == target_use::exclude && unknown)
            throw usage_error(text + "; nothing is scanned, as it is to be excluded", exit_status::nothing);
        return text;
    }

    options const* chosen_;
    messages* say_;
    target::target_selection tcp_;
    target::target_selection udp_;
    target::address_set skipped_;
    target::name_table known_names_;
    std::unordered_map<std::string, std::vector<name_use>> uses_;
    std::vector<std::string> names_;
    std::uint64_t use_count_ = 0;
    bool any_ = false;
};

} // namespace sonda::cli

#endif // SONDA_CLI_TARGET_GATHERER_HPP
