// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_TEST_REPORT_PAGE_BROWSER_HPP
#define SONDA_TEST_REPORT_PAGE_BROWSER_HPP

// A headless Chromium that is told what to do over a pipe, in the words of the DevTools protocol.

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace test {

/// Where Chromium is, or nothing.
inline std::string find_chromium()
{
    for (auto const* const path : {"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"})
        if (::access(path, X_OK) == 0)
            return path;
    return {};
}

/// One page in a browser of its own, which ends with it.
class browser
{
public:
    /// Opens a file and waits until it is loaded. Throws `std::runtime_error` if the browser does not answer.
    explicit browser(std::string const& path)
    {
        start();
        auto const target = call("Target.createTarget", {{"url", "about:blank"}});
        auto const attached = call("Target.attachToTarget", {{"targetId", target.at("targetId")}, {"flatten", true}});
        session_ = attached.at("sessionId").as_string();
        for (auto const* const domain : {"Page.enable", "Network.enable", "Log.enable", "Runtime.enable"})
            call(domain);
        load(path);
    }

    browser(browser const&) = delete;

    ~browser()
    {
        ::kill(-process_, SIGKILL); // it has processes of its own, in the group that was made for it
        ::waitpid(process_, nullptr, 0);
        ::close(to_);
        ::close(from_);
        std::error_code ignored;
        std::filesystem::remove_all(profile_, ignored);
    }

    /// Loads a file in the place of the last one.
    void load(std::string const& path)
    {
        call("Page.navigate", {{"url", "file://" + path}});
        while (evaluate("document.readyState === 'complete' && location.protocol === 'file:'") != true)
            ::usleep(10'000);
    }

    /// The value of an expression on the page; what it throws is thrown.
    boost::json::value evaluate(std::string const& expression)
    {
        auto const answer =
            call("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
        if (answer.if_contains("exceptionDetails"))
            throw std::runtime_error(expression + ": " + boost::json::serialize(answer.at("exceptionDetails")));
        auto const* const value = answer.at("result").as_object().if_contains("value");
        return value == nullptr ? boost::json::value() : *value;
    }

    /// The same, as a text.
    std::string text(std::string const& expression)
    {
        auto const value = evaluate("String(" + expression + ")");
        return std::string(value.as_string());
    }

    /// Presses the left button over the middle of the first element that a selector finds, after scrolling to it.
    void click(std::string const& selector)
    {
        auto const at = evaluate("(() => { const e = document.querySelector(`" + selector +
                                 "`); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
                                 " return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()");
        for (auto const* const type : {"mousePressed", "mouseReleased"})
            call("Input.dispatchMouseEvent",
                 {{"type", type}, {"x", at.at("x")}, {"y", at.at("y")}, {"button", "left"}, {"clickCount", 1}});
    }

    /// Types a text where the keyboard is.
    void type(std::string const& text) { call("Input.insertText", {{"text", text}}); }

    /// Waits until an expression is true; false if it is not within five seconds.
    bool becomes(std::string const& expression)
    {
        for (int tries = 0; tries != 500; ++tries, ::usleep(10'000))
            if (evaluate("Boolean(" + expression + ")") == true)
                return true;
        return false;
    }

    /// Calls a method of the protocol and gives its result.
    boost::json::object call(std::string const& method, boost::json::object parameters = {})
    {
        boost::json::object message{{"id", ++last_}, {"method", method}, {"params", std::move(parameters)}};
        if (!session_.empty())
            message["sessionId"] = session_;
        send(boost::json::serialize(message) + '\0');
        for (;;) {
            auto answer = receive();
            auto const* const id = answer.if_contains("id");
            if (id == nullptr)
                events_.push_back(std::move(answer));
            else if (id->to_number<int>() == last_)
                return result_of(method, answer);
        }
    }

    /// What the page was told and asked for on the way, e.g. `Network.requestWillBeSent`.
    std::vector<boost::json::object> events(std::string_view method) const
    {
        std::vector<boost::json::object> found;
        for (auto const& event : events_)
            if (event.at("method").as_string() == boost::json::string_view(method.data(), method.size()))
                found.push_back(event.at("params").as_object());
        return found;
    }

private:
    static boost::json::object result_of(std::string const& method, boost::json::object& answer)
    {
        if (auto const* const error = answer.if_contains("error"))
            throw std::runtime_error(method + ": " + boost::json::serialize(*error));
        return std::move(answer.at("result").as_object());
    }

    void start()
    {
        profile_ = (std::filesystem::temp_directory_path() / "sonda-page-XXXXXX").string();
        if (::mkdtemp(profile_.data()) == nullptr)
            throw std::system_error(errno, std::generic_category(), profile_);
        std::array<int, 2> there{}, back{};
        if (::pipe2(there.data(), O_CLOEXEC) != 0 || ::pipe2(back.data(), O_CLOEXEC) != 0)
            throw std::system_error(errno, std::generic_category(), "pipe2");
        auto const path = find_chromium();
        auto const profile = "--user-data-dir=" + profile_;
        process_ = ::fork();
        if (process_ == 0) {
            ::setpgid(0, 0);
            become_browser(path.c_str(), profile.c_str(), there[0], back[1]);
        }
        ::setpgid(process_, process_);
        ::close(there[0]);
        ::close(back[1]);
        to_ = there[1];
        from_ = back[0];
    }

    [[noreturn]] static void become_browser(char const* path, char const* profile, int in, int out)
    {
        int const null = ::open("/dev/null", O_RDWR);
        int const high_in = ::fcntl(in, F_DUPFD, 10), high_out = ::fcntl(out, F_DUPFD, 10);
        for (int const standard : {0, 1, 2})
            ::dup2(null, standard);
        ::dup2(high_in, 3);
        ::dup2(high_out, 4);
        ::execl(path, path, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-dev-shm-usage", "--window-size=1200,1000", profile, static_cast<char*>(nullptr));
        ::_exit(127);
    }

    void send(std::string_view bytes) const
    {
        while (!bytes.empty()) {
            auto const size = ::write(to_, bytes.data(), bytes.size());
            if (size <= 0)
                throw std::runtime_error("the browser does not listen");
            bytes.remove_prefix(static_cast<std::size_t>(size));
        }
    }

    boost::json::object receive()
    {
        for (;;) {
            if (auto const end = held_.find('\0'); end != std::string::npos) {
                auto value = boost::json::parse(boost::json::string_view(held_.data(), end));
                held_.erase(0, end + 1);
                return std::move(value.as_object());
            }
            char buffer[65536];
            pollfd waited{from_, POLLIN, 0};
            auto const size = ::poll(&waited, 1, 45'000) == 1 ? ::read(from_, buffer, sizeof buffer) : -1;
            if (size <= 0)
                throw std::runtime_error("the browser does not answer");
            held_.append(buffer, static_cast<std::size_t>(size));
        }
    }

    std::string profile_;
    pid_t process_ = -1;
    int to_ = -1;
    int from_ = -1;
    int last_ = 0;
    std::string session_;
    std::string held_;
    std::vector<boost::json::object> events_;
};

} // namespace test

#endif // SONDA_TEST_REPORT_PAGE_BROWSER_HPP
