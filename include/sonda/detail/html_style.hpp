// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_HTML_STYLE_HPP
#define SONDA_DETAIL_HTML_STYLE_HPP

#include <string_view>

namespace sonda::detail {

/// How the page of a scan looks: by day, by night, on a phone and on paper. Contrast of text is 4.5 to 1 or better.
inline constexpr std::string_view html_style = R"css(
:root { --page: #fbfbf9; --card: #ffffff; --ink: #1f2328; --soft: #59606a; --line: #dcdcd6; --mark: #0b57a4;
  --open: #116329; --closed: #59606a; --filtered: #855200; --error: #a3195b; }
@media (prefers-color-scheme: dark) {
  :root { --page: #17191c; --card: #1f2226; --ink: #e7e6e2; --soft: #a8afb8; --line: #373b41; --mark: #86bdf6;
    --open: #79dc9b; --closed: #a8afb8; --filtered: #f0b968; --error: #ff9cc6; } }
* { box-sizing: border-box; }
html { color-scheme: light dark; -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 76rem; padding: 0 1.25rem 3rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--mark); }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
header { padding: 2rem 0 .5rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; font-weight: 650; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .75rem; font-weight: 650; }
p { margin: .25rem 0; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: .75rem 0 0; padding: 0; }
.soft { color: var(--soft); }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.ending { border-left: 4px solid var(--open); padding: .25rem .75rem; margin-bottom: 1rem; }
.ending.interrupted, .cut { border-left: 4px solid var(--filtered); padding: .25rem .75rem; }
body:has(#summary) .cut { display: none; }
dl { margin: 0; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; margin-bottom: 1rem; }
.totals div { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .85rem; }
.totals dd { font-size: 1.6rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: .6rem 1.5rem; }
details { margin-top: 1rem; }
summary { cursor: pointer; color: var(--mark); width: fit-content; }
details .facts { margin-top: .75rem; }
table { border-collapse: collapse; width: 100%; background: var(--card); border: 1px solid var(--line); font-size: .9375rem; }
th, td { text-align: left; padding: .4rem .7rem; border-top: 1px solid var(--line); vertical-align: top; font-weight: inherit; }
thead th { border-top: 0; border-bottom: 1px solid var(--line); font-size: .875rem; font-weight: 600; white-space: nowrap;
  background: var(--card); }
#ports thead th { position: sticky; top: 0; }
tbody tr:hover { background: color-mix(in srgb, var(--mark) 7%, transparent); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
td.time { white-space: nowrap; font-variant-numeric: tabular-nums; }
#ports th bdi, #ports th span { display: inline-block; max-width: 22rem; overflow-wrap: anywhere; }
.address { color: var(--soft); }
td.state::before { content: ""; display: inline-block; width: .55em; height: .55em; margin-right: .45em; border-radius: 50%;
  border: 2px solid currentColor; }
td.state { white-space: nowrap; font-weight: 600; }
.open { color: var(--open); } td.open::before { background: currentColor; }
.closed { color: var(--closed); } .filtered { color: var(--filtered); } .error { color: var(--error); }
th button { font: inherit; color: inherit; background: none; border: 0; padding: 0; margin: 0; cursor: pointer; min-height: 1.75rem; }
th button::after { content: "\2195"; margin-left: .35em; color: var(--soft); }
th[aria-sort=ascending] button::after { content: "\2191"; color: var(--mark); }
th[aria-sort=descending] button::after { content: "\2193"; color: var(--mark); }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-bottom: .75rem; }
form div { flex: 1 1 11rem; }
label { display: block; font-size: .875rem; color: var(--soft); }
input, select, form button { font: inherit; width: 100%; min-height: 2.75rem; padding: .4rem .6rem; color: var(--ink); background: var(--card);
  border: 1px solid var(--soft); border-radius: .4rem; }
form button { flex: 0 1 auto; width: auto; padding: .4rem 1rem; cursor: pointer; }
input[aria-invalid=true] { border-color: var(--error); border-width: 2px; }
.problem { color: var(--error); font-size: .875rem; }
[hidden] { display: none !important; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .875rem; }
@media (max-width: 48rem) {
  body { padding: 0 .9rem 2rem; }
  header { padding-top: 1.25rem; }
  table { overflow-wrap: anywhere; }
  thead th { white-space: normal; }
  #ports th bdi, #ports th span { max-width: 100%; }
  #ports, #ports thead, #ports tbody { display: block; }
  #ports thead tr { display: flex; flex-wrap: wrap; }
  #ports thead th { position: static; border: 0; padding: .2rem .7rem; }
  #ports thead th button { min-height: 2.25rem; }
  #ports tbody tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .5rem .7rem; border-top: 1px solid var(--line); }
  #ports tbody th, #ports tbody td { border: 0; padding: 0; text-align: left; }
  #ports tbody th { flex: 1 0 100%; font-weight: 600; }
  #ports tbody td.reason, #ports tbody td.trip, #ports tbody td.tries, #ports tbody td.time { color: var(--soft); }
  #ports tbody td:empty { display: none; }
  #ports tbody td.trip::after { content: " ms"; }
  #ports tbody td.tries::before { content: "tries "; }
}
@media print {
  form, nav, th button::after { display: none !important; }
  body { max-width: none; background: #fff; color: #000; }
  #ports thead th { position: static; }
}
)css";

} // namespace sonda::detail

#endif // SONDA_DETAIL_HTML_STYLE_HPP
