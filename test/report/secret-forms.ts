import fc from 'fast-check';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const HEX = '0123456789abcdef';
const WORD = `${LOWER}${LOWER.toUpperCase()}0123456789`;

/** Random text of `length` characters, with a digit, a lower-case and an upper-case letter if the alphabet has them. */
function piece(alphabet: string, length: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...Array.from(alphabet)), { minLength: length, maxLength: length })
    .map((chars) => chars.join(''))
    .filter((text) => ['0-9', 'a-z', 'A-Z'].every((kind) => has(text, kind) || !has(alphabet, kind)));
}

function has(text: string, kind: string): boolean {
  return new RegExp(`[${kind}]`).test(text);
}

const word = (length: number): fc.Arbitrary<string> => piece(WORD, length);
const hex = (length: number): fc.Arbitrary<string> => piece(HEX, length);
const after = (prefix: string, rest: fc.Arbitrary<string>): fc.Arbitrary<string> => rest.map((text) => prefix + text);

/** Keys and tokens in the forms of their vendors, by vendor. */
export const FORMS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'Cloudflare global key': hex(37),
  'Cloudflare token': piece(`${WORD}_-`, 40),
  'Cloudflare origin CA key': fc.tuple(hex(24), hex(146)).map(([a, b]) => `v1.0-${a}-${b}`),
  'AWS key id': after('AKIA', piece('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)),
  'AWS secret': piece(`${WORD}/+`, 40).filter((text) => !/^[/+]|[/+]$/.test(text)),
  'GitHub classic': after('ghp_', word(36)),
  'GitHub server': after('ghs_', word(36)),
  'GitHub fine-grained': after('github_pat_', word(82)),
  GitLab: after('glpat-', word(20)),
  Slack: after(
    'xoxb-',
    fc.tuple(piece('0123456789', 12), word(24)).map((parts) => parts.join('-')),
  ),
  'Stripe live': after('sk_live_', word(24)),
  'Stripe webhook': after('whsec_', word(32)),
  OpenAI: after('sk-proj-', word(48)),
  Anthropic: after('sk-ant-api03-', word(80)),
  Google: after('AIza', word(35)),
  npm: after('npm_', word(36)),
  PyPI: after('pypi-', word(60)),
  SendGrid: fc.tuple(word(22), word(43)).map(([a, b]) => `SG.${a}.${b}`),
  Twilio: after('SK', hex(32)),
  DigitalOcean: after('dop_v1_', hex(64)),
  Heroku: fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => parts.join('-')),
  'Azure storage': word(86).map((text) => `${text}==`),
  HashiCorp: after('hvs.', word(24)),
  Databricks: after('dapi', hex(32)),
  Telegram: fc.tuple(piece('123456789', 9), word(35)).map((parts) => parts.join(':')),
  Mailgun: after('key-', hex(32)),
  Shopify: after('shpat_', hex(32)),
  Linear: after('lin_api_', word(40)),
  'Hugging Face': after('hf_', word(34)),
  Doppler: after('dp.pt.', word(43)),
  Fly: after('fo1_', word(43)),
  'JSON web token': fc.tuple(word(30), word(60), word(43)).map(([a, b, c]) => `eyJ${a}.eyJ${b}.${c}`),
};
