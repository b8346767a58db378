// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

// A program that does nothing, linked like the command: what the system takes to start and end one.

int main() {}
