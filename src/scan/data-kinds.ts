/** Kinds of data that may name an API without calling it. */
export type DataKind = 'report' | 'recording';

/** Length of the prefix by which the kind of a file is recognised. */
const HEAD_LENGTH = 2000;

/** Start of reports and baselines of this program, a pattern for each format. */
const REPORT_BEGINNINGS: readonly RegExp[] = [
  /^\s*\{\s*"schemaVersion":\s*\d+,\s*"tool":\s*\{\s*"name":\s*"sunset-lint"/,
  /^\s*\{\s*"version":\s*\d+,\s*"findings":\s*\[\s*(?:\]|\{\s*"file":\s*"[^"]*",\s*"deprecation":)/,
  /^\s*\{\s*"\$schema":\s*"[^"]*",\s*"version":\s*"[^"]*",\s*"runs":\s*\[\s*\{\s*"tool":\s*\{\s*"driver":\s*\{\s*"name":\s*"sunset-lint"/,
  /^\s*\{\s*"source":\s*\{\s*"name":\s*"sunset-lint"/,
  /^\s*\[\s*\{\s*"description":\s*"(?:[^"\\]|\\.)*",\s*"check_name":\s*"(?:no-deprecated-\w+|valid-waf-migration)/,
  /^\s*\{\s*"\$schema":\s*"[^"]*",\s*"bomFormat":\s*"CycloneDX"[^[]*\[\s*\{\s*"type":\s*"application",\s*"name":\s*"sunset-lint"/,
  /^<\?xml[^>]*>\s*<testsuites name="sunset-lint"/,
  /^<!doctype html>\s<html lang="en">\s<head>\s<meta charset="utf-8">\s(?:<meta[^<>]*>\s)*<meta name="generator" content="sunset-lint">/,
];

/** Start of recorded traffic: archives of browsers, cassettes of VCR in Python and Ruby, fixtures of nock. */
const RECORDING_BEGINNINGS: readonly RegExp[] = [
  /^\s*\{\s*"log":\s*\{\s*"(?:version|creator|browser|pages|entries|_recordingName)":/,
  /^(?:---\s+)?(?:version: \d+\s+)?(?:http_)?interactions:\s+-\s+(?:request|response):/,
  /^\s*\{\s*"(?:http_)?interactions":\s*\[/,
  /^\s*\[\s*\{\s*"scope":\s*"https?:[^"]*",\s*"method":/,
];

/** Matches the extensions of data files; a program with a similar first line is not data. */
const DATA_EXTENSION = /\.(?:json|sarif|har|ya?ml|xml|html)$/i;

/** Returns the kind of a data file by the start of its text; undefined for other files. */
export function dataKind(path: string, text: string): DataKind | undefined {
  if (!DATA_EXTENSION.test(path)) return undefined;
  const head = text.slice(0, HEAD_LENGTH);
  if (REPORT_BEGINNINGS.some((form) => form.test(head))) return 'report';
  return RECORDING_BEGINNINGS.some((form) => form.test(head)) ? 'recording' : undefined;
}
