import { octokit } from './octokit.js';
import { slack } from './slack.js';
import { slackPython } from './slack-python.js';
import { stainless } from './stainless.js';
import { stainlessPython } from './stainless-python.js';
import { stripe } from './stripe.js';
import type { SdkFamily } from './sdk-package.js';

/** Families of SDKs by their names on the command line. */
export const SDK_FAMILIES = {
  octokit,
  slack,
  'slack-python': slackPython,
  stainless,
  'stainless-python': stainlessPython,
  stripe,
} satisfies Readonly<Record<string, SdkFamily>>;
