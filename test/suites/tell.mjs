const outcomes = [
  ['equal', 'equal'],
  ['differs', 'differing'],
  ['ungrammatical', 'differing where the compiler’s checker refuses the file'],
  ['only-estree', 'differing where the compiler alone has syntax errors'],
  ['rejected', 'refused by the parser'],
];

/** Counts of one folder as lines of text, and whether there is a failure. */
export function tell(results, { budget, show }) {
  const of = (outcome) => results.filter((result) => result.outcome === outcome);
  const checked = of('checked').sort((a, b) => b.milliseconds - a.milliseconds);
  const sum = (field) => checked.reduce((total, result) => total + result[field], 0);
  const slow = checked.filter(({ milliseconds }) => milliseconds > budget);
  const comparisons = checked.flatMap(({ file, comparisons: list }) =>
    list.map((comparison) => ({ file, ...comparison })),
  );
  const differing = comparisons.filter(({ outcome }) => outcome === 'differs');
  const lines = [
    `${results.length} files: ${checked.length} checked (${checked.filter(({ broken }) => broken).length} with syntax errors), ` +
      `${of('unread').length} not read (binary or too large), ${of('too-deep').length} too deep for the compiler`,
    `${of('crashed').length} crashed, ${of('hung').length} hung, ${slow.length} over ${budget} ms`,
    `${sum('calls')} calls, ${sum('sites')} requests with those added, ${checked.filter(({ limits }) => limits > 0).length} files that reached a limit`,
  ];
  for (const parser of new Set(comparisons.map((comparison) => comparison.parser))) {
    const own = comparisons.filter((comparison) => comparison.parser === parser);
    const counts = outcomes.map(
      ([outcome, words]) => `${own.filter((comparison) => comparison.outcome === outcome).length} ${words}`,
    );
    lines.push(`${parser}: ${counts.join(', ')}`);
  }
  lines.push(...exceptions(comparisons, show));
  lines.push(
    `slowest: ${checked
      .slice(0, show)
      .map(({ file, milliseconds }) => `${Math.round(milliseconds)} ms ${file}`)
      .join(', ')}`,
  );
  for (const { file, outcome, reason } of [...of('crashed'), ...of('hung')].slice(0, show))
    lines.push(`${outcome}: ${file}\n${reason}`);
  for (const { file, milliseconds } of slow.slice(0, show))
    lines.push(`over the budget: ${file}: ${Math.round(milliseconds)} ms`);
  for (const { file, parser, difference } of differing.slice(0, show))
    lines.push(...describe(file, parser, difference));
  return { lines, isWrong: of('crashed').length + of('hung').length + slow.length + differing.length > 0 };
}

/** Files in which the parsers differ, not the lowerings, by the message of the compiler's checker. */
function exceptions(comparisons, show) {
  const byReason = new Map();
  for (const { file, outcome, refusal } of comparisons) {
    if (outcome === 'ungrammatical') byReason.set(refusal, [...(byReason.get(refusal) ?? []), file]);
  }
  return [...byReason].map(
    ([reason, files]) => `  ${files.length} × ${reason} (${files.slice(0, Math.min(show, 2)).join(', ')})`,
  );
}

function describe(file, parser, { path, source, typescript, estree }) {
  return [
    `differs: ${file} (${parser}): ${path}`,
    `  source     ${JSON.stringify(source.slice(0, 200))}`,
    `  typescript ${typescript}`,
    `  estree     ${estree}`,
  ];
}
