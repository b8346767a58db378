// Copyright (c) 2026 The sonda authors. Distributed under the Boost
// Software License, Version 1.0. https://www.boost.org/LICENSE_1_0.txt

#ifndef SONDA_DETAIL_HTML_SCRIPT_HPP
#define SONDA_DETAIL_HTML_SCRIPT_HPP

#include <string_view>

namespace sonda::detail {

/// What the page of a scan does beside being read: filters and sorts. Without it every row is there all the same.
inline constexpr std::string_view html_script = R"js(
'use strict';
addEventListener('DOMContentLoaded', () => {
  const by = id => document.getElementById(id);
  const results = by('results'), table = by('ports'), body = table.tBodies[0];
  for (const id of ['summary', 'hosts']) // known when the scan ends, wanted first
    if (by(id)) results.parentNode.insertBefore(by(id), results);
  for (const link of document.querySelectorAll('nav li[hidden] a'))
    link.parentNode.hidden = !document.querySelector(link.getAttribute('href'));

  const text = (row, column) => row.cells[column].textContent.trim();
  const number = (row, column) => text(row, column) === '' ? Infinity : Number(text(row, column));
  const rows = Array.from(body.rows, row => ({
    row, host: text(row, 0).toLowerCase(), port: Number(text(row, 1)), state: text(row, 3),
  }));

  // Lists and ranges, as on the command line: 22,80-90,8000-
  const readPorts = words => {
    const ranges = [];
    for (const word of words.split(',').map(part => part.trim()).filter(part => part)) {
      const match = /^(\d{0,5})(\s*-\s*(\d{0,5}))?$/.exec(word);
      if (!match || (!match[1] && !match[3])) return null;
      const first = match[1] ? Number(match[1]) : 0;
      const last = match[2] === undefined ? first : match[3] ? Number(match[3]) : 65535;
      if (first > last || last > 65535) return null;
      ranges.push([first, last]);
    }
    return ranges;
  };

  const filter = by('filter'), host = by('filter-host'), port = by('filter-port'), state = by('filter-state');
  const apply = () => {
    const words = host.value.trim().toLowerCase(), ranges = readPorts(port.value);
    port.setAttribute('aria-invalid', String(ranges === null));
    by('filter-problem').textContent = ranges === null ? 'Not a list of ports like 22,80-90' : '';
    let shown = 0;
    for (const item of rows) {
      const fits = item.host.includes(words) && (state.value === '' || item.state === state.value) &&
        (!ranges || ranges.length === 0 || ranges.some(([first, last]) => first <= item.port && item.port <= last));
      item.row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    by('shown').textContent = `${shown} of ${rows.length} ports are shown.`;
  };
  const counts = new Map();
  for (const item of rows) counts.set(item.state, (counts.get(item.state) || 0) + 1);
  for (const [name, count] of counts) state.add(new Option(`${name} (${count})`, name));
  let waiting;
  filter.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(apply, 120); });
  filter.addEventListener('reset', () => setTimeout(apply));
  filter.addEventListener('submit', event => { event.preventDefault(); apply(); });
  filter.hidden = rows.length < 2;
  if (rows.length > 1) apply();

  const compare = new Intl.Collator('en', { numeric: true }).compare;
  const keys = [row => row.cells[0].dataset.key, row => number(row, 1), , , , , row => number(row, 6), row => number(row, 7)];
  const sort = (head, column) => {
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const key = keys[column] || (row => text(row, column));
    const sorted = rows.map(item => [key(item.row), item.row]);
    sorted.sort(([a], [b]) => (typeof a === 'number' ? (a < b ? -1 : a > b ? 1 : 0) : compare(a, b)) * (down ? -1 : 1));
    const page = document.createDocumentFragment();
    for (const [, row] of sorted) page.append(row);
    body.append(page);
  };
  Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    button.addEventListener('click', () => sort(head, column));
    head.append(button);
  });

  // On a narrow page a table is laid out as cards; some browsers then forget what its parts are.
  const narrow = matchMedia('(max-width: 48rem)');
  const roles = { table: 'table', thead: 'rowgroup', tbody: 'rowgroup', tr: 'row', 'thead th': 'columnheader',
    'tbody th': 'rowheader', td: 'cell' };
  const name = () => {
    if (!narrow.matches) return;
    narrow.removeEventListener('change', name);
    table.setAttribute('role', 'table');
    for (const [parts, role] of Object.entries(roles))
      for (const part of table.querySelectorAll(parts)) part.setAttribute('role', role);
  };
  narrow.addEventListener('change', name);
  name();
});
)js";

/// The hash of the script, by which the page allows it and no other (Content Security Policy, level 3).
inline constexpr std::string_view html_script_hash = "sha256-0xwtEjA3DNoYdoqLLEH7q1Xmigx0Zsd2H+73/wilZf8=";

} // namespace sonda::detail

#endif // SONDA_DETAIL_HTML_SCRIPT_HPP
