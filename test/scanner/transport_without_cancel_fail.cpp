// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// expect: transport\.cancel\(slot\).* invalid

#include <sonda/scanner.hpp>
#include <sonda/transport/simulated.hpp>

struct endless : sonda::transport::simulated<>
{
    using simulated::simulated;
#ifndef SONDA_CONTROL
    void cancel(sonda::slot_id) = delete;
#endif
};

sonda::basic_scanner<endless> make(endless transport)
{
    return sonda::basic_scanner<endless>(std::move(transport));
}
