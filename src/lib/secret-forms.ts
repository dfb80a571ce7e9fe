/** Characters that a token goes on with. */
const REST = String.raw`[\w-]`;

/**
 * Keys and tokens that can be told by their form alone, as their vendors publish it. Each begins with something fixed, or
 * has a fixed length, so that looking for all of them takes time in proportion to the text.
 */
const FORMS: readonly string[] = [
  // PEM: the content between the first line and the last, also where line ends are written as `\n`.
  String.raw`-----BEGIN [A-Z0-9 ]{1,40}-----(?:[A-Za-z0-9+/=\s\\"'\`,:]|-(?!----))*`,
  // JSON web tokens, and what is made of them.
  String.raw`(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*){0,3}`,
  // Cloudflare: origin CA keys, and tokens with a prefix. Others are random words.
  String.raw`v1\.0-[0-9a-f]{8,}(?:-[0-9a-f]+){0,3}`,
  `cf(?:k|ut|at)_${REST}{20,}`,
  // AWS
  '(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}',
  // GitHub, GitLab, Bitbucket and Atlassian
  'gh[pousr]_[A-Za-z0-9_]{20,}',
  'github_pat_[A-Za-z0-9_]{20,}',
  String.raw`gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|oas)-[\w.-]{16,}`,
  'AT(?:ATT3|BB|CTT3)[A-Za-z0-9_=-]{16,}',
  // Slack: tokens, and addresses that are secrets
  `xox[a-z](?:\\.xox[a-z])?-${REST}{10,}`,
  `xapp-\\d-${REST}{10,}`,
  String.raw`hooks\.slack\.com/[a-z]{1,20}/[\w/+-]{10,}`,
  // Stripe
  '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}',
  'whsec_[A-Za-z0-9+/=]{16,}',
  // OpenAI, Anthropic and those that write alike
  String.raw`sk-(?=[\w-]{0,80}\d)[\w-]{20,}`,
  '(?:hf|gsk|r8)_[A-Za-z0-9]{20,}',
  // Google: API keys, OAuth
  `AIza${REST}{30,}`,
  String.raw`ya29\.[\w.-]{20,}`,
  `GOCSPX-${REST}{20,}`,
  // Packages
  'npm_[A-Za-z0-9]{30,}',
  `pypi-${REST}{30,}`,
  `dckr_pat_${REST}{20,}`,
  // Mail and messages
  String.raw`SG\.[\w-]{10,100}\.[\w-]{10,}`,
  '(?:SK|AC)[0-9a-fA-F]{32}',
  'key-[0-9a-f]{32}',
  String.raw`\d{8,10}:[A-Za-z0-9_-]{35}`,
  String.raw`[MNO][\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}`,
  String.raw`discord(?:app)?\.com/api/webhooks/\d{1,30}/[\w-]+`,
  // Hosting
  'do[opr]_v1_[0-9a-f]{20,}',
  `HRKU-${REST}{20,}`,
  '[A-Za-z0-9+/]{86}==',
  String.raw`[\w~.-]{3}\dQ~[\w~.-]{31,}`,
  `fo1_${REST}{20,}`,
  String.raw`fm\d[a-z]?_[A-Za-z0-9+/=_-]{20,}`,
  `(?:nfp|sbp|pul|rnd)[_-]${REST}{20,}`,
  // Secret stores and data
  String.raw`hv[sbr]\.[\w-]{20,}`,
  String.raw`(?<!\w\.)[sb]\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![\w])`,
  'dapi[0-9a-f]{32}(?:-\\d)?',
  String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{16,}`,
  String.raw`\w{14}\.atlasv1\.[\w-]{20,}`,
  // Shops and trackers
  'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{20,}',
  'lin_(?:api|oauth)_[A-Za-z0-9]{20,}',
  '(?:glsa|glc|figd|ntn|PMAK|NRAK|sntrys|sntryu)[_-][A-Za-z0-9_=+/-]{20,}',
];

/** All forms as one. */
export const SECRET_FORMS = new RegExp(`(?<![A-Za-z0-9])(?:${FORMS.join('|')})`, 'g');
