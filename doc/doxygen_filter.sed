# Copyright (c) 2026 The sonda authors. Distributed under the Boost
# Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

# What Doxygen 1.9.4 misreads, taken out before it looks; lines keep their numbers. Run as: sed -E -f doc/doxygen_filter.sed
# A requires clause on lines of its own.
:clause
/^ *requires [^;]*(&&|\|\|)$/{
  N
  b clause
}
/^ *requires [^;{]*$/s/[^\n]//g
# A specialization in Boost's namespace.
/^template<>$/{
  N
  s/^template<>\nstruct boost::[^\n]*$/\nnamespace detail/
}
# A concept is found by its whole name only.
s/@ref ([a-z]+_policy|target_source)\b/@ref sonda::\1/g
s/@ref (target|ordering|timer|pacing|transport|payload|sink|runtime|cli|conformance)::/@ref sonda::\1::/g
