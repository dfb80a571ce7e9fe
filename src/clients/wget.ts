import type { ClientModel } from '../model/client-model.js';
import { otherOptions } from './command-options.js';

/** Options of wget with a value that does not matter to the request. */
const OTHERS = `
  -e --execute -o --output-file -a --append-output --report-speed -i --input-file -B --base --config --rejected-log -t
  --tries --retry-on-http-error -O --output-document --start-pos --progress -T --timeout --dns-timeout
  --connect-timeout --read-timeout -w --wait --waitretry -Q --quota --bind-address --limit-rate
  --restrict-file-names --prefer-family --use-askpass --local-encoding --remote-encoding -P --directory-prefix
  --cut-dirs --default-page --compression --proxy-user --proxy-password --referer -U --user-agent --load-cookies
  --save-cookies --secure-protocol --certificate --certificate-type --private-key --private-key-type --ca-certificate
  --ca-directory --crl-file --pinnedpubkey --ciphers --ftp-user --ftp-password -l --level --backups -A --accept -R
  --reject --accept-regex --reject-regex --regex-type -D --domains --exclude-domains --follow-tags --ignore-tags -I
  --include-directories -X --exclude-directories`;

/** The model of wget. */
export const wgetClient: ClientModel = {
  name: 'wget',
  origins: [
    { global: 'wget', language: 'shell' },
    { global: 'wget2', language: 'shell' },
  ],
  requests: [{ member: '' }],
  command: {
    valued: {
      ...otherOptions(OTHERS),
      '--method': 'method',
      '--header': 'header',
      '--post-data': 'data',
      '--post-file': 'file',
      '--body-data': 'data',
      '--body-file': 'file',
      '--user': 'user',
      '--http-user': 'user',
      '--password': 'else',
      '--http-password': 'else',
    },
    flags: { '--spider': 'head' },
  },
};
