import type { ClientModel, ClientOrigin, CommandValue } from '../../core/model/client-model.js';

/** Options of curl 8 with a value that does not matter to the request. */
const CURL_OTHER_OPTIONS = `
  --alt-svc --aws-sigv4 --cacert --capath -E --cert --cert-type --ciphers --connect-timeout
  -C --continue-at -b --cookie -c --cookie-jar --create-file-mode --crlfile --curves --delegation
  --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url -D --dump-header --ech --egd-file --engine
  --etag-compare --etag-save --expect100-timeout --ftp-account --ftp-alternative-to-user --ftp-method -P --ftp-port
  --ftp-ssl-ccc-mode --happy-eyeballs-timeout-ms --haproxy-clientip --hostpubmd5 --hostpubsha256 --hsts --interface
  --ip-tos --ipfs-gateway --keepalive-cnt --keepalive-time --key --key-type --krb --libcurl --limit-rate --local-port
  --login-options --mail-auth --mail-from --mail-rcpt --max-filesize --max-redirs -m --max-time --netrc-file --noproxy
  -o --output --output-dir --parallel-max --pass --pinnedpubkey --proto --proto-default --proto-redir -x --proxy
  --preproxy --proxy-cacert --proxy-capath --proxy-cert --proxy-cert-type --proxy-ciphers --proxy-crlfile
  --proxy-header --proxy-key --proxy-key-type --proxy-pass --proxy-pinnedpubkey --proxy-service-name
  --proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser -U --proxy-user --proxy1.0 --pubkey
  -Q --quote --random-file -r --range --rate -e --referer --request-target --retry --retry-delay
  --retry-max-time --sasl-authzid --service-name --signature-algorithms --socks4 --socks4a --socks5
  --socks5-gssapi-service --socks5-hostname -Y --speed-limit -y --speed-time --stderr -t --telnet-option
  --tftp-blksize -z --time-cond --tls-max --tls13-ciphers --tlsauthtype --tlspassword --tlsuser --trace --trace-ascii
  --trace-config -A --user-agent --variable --vlan-priority -w --write-out`;

/** The model of curl. */
export const curlClient: ClientModel = {
  name: 'curl',
  origins: [{ global: 'curl', language: 'shell' }],
  requests: [{ member: '' }],
  command: {
    globs: true,
    valued: {
      ...otherOptions(CURL_OTHER_OPTIONS),
      '--url': 'url',
      '-X': 'method',
      '--request': 'method',
      '-H': 'header',
      '--header': 'header',
      '-d': 'data',
      '--data': 'data',
      '--data-ascii': 'data',
      '--data-binary': 'data',
      '--data-raw': 'data',
      '--data-urlencode': 'form',
      '--json': 'json',
      '-F': 'form',
      '--form': 'form',
      '--form-string': 'form',
      '-T': 'upload',
      '--upload-file': 'upload',
      '-u': 'user',
      '--user': 'user',
      '--oauth2-bearer': 'bearer',
      '--url-query': 'query',
      '--connect-to': 'route',
      '--resolve': 'route',
      '--unix-socket': 'route',
      '--abstract-unix-socket': 'route',
      '-K': 'options',
      '--config': 'options',
    },
    flags: {
      '-I': 'head',
      '--head': 'head',
      '-G': 'data-in-query',
      '--get': 'data-in-query',
      '-:': 'next',
      '--next': 'next',
      '-g': 'no-globs',
      '--globoff': 'no-globs',
    },
  },
};

/** Options of wget with a value that does not matter to the request. */
const WGET_OTHER_OPTIONS = `
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
      ...otherOptions(WGET_OTHER_OPTIONS),
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

/** Options of HTTPie and xh with a value that does not matter to the request. */
const HTTPIE_OTHER_OPTIONS = `
  --boundary --raw-file --pretty -s --style --format-options -p --print --response-charset --response-mime -o --output
  --session --session-read-only --auth-type -A --proxy --max-redirects --max-headers --timeout --verify --ssl --ciphers
  --cert --cert-key --cert-key-pass --default-scheme --history-print -P --resolve --http-version --interface
  --unix-socket --compress-level`;

/** HTTPie, and xh and curlie, which have the same syntax. */
export const httpieClient: ClientModel = {
  name: 'httpie',
  origins: ['http', 'https', 'xh', 'xhs', 'curlie'].map((global) => ({ global, language: 'shell' })),
  requests: [{ member: '' }],
  command: {
    items: true,
    valued: {
      ...otherOptions(HTTPIE_OTHER_OPTIONS),
      '--raw': 'data',
      '-a': 'user',
      '--auth': 'user',
      '--bearer': 'bearer',
      '-X': 'method',
      '--request': 'method',
      '-H': 'header',
      '--header': 'header',
      '-d': 'data',
      '--data': 'data',
      '-m': 'else',
    },
  },
};

/** Programs that send their input unchanged. */
const SOCKET_PROGRAMS = ['nc', 'ncat', 'netcat', 'socat', 'telnet', 'openssl'];

/** A request that a shell script writes out and pipes into a connection. */
export const rawHttpClient: ClientModel = {
  name: 'raw HTTP',
  origins: SOCKET_PROGRAMS.map((global): ClientOrigin => ({ global, language: 'shell' })),
  requests: [{ member: '' }],
  command: { raw: true, valued: {} },
};

/** Options whose value does not matter to the request, from a list that is separated by blanks. */
export function otherOptions(list: string): Readonly<Record<string, CommandValue>> {
  return Object.fromEntries(
    list
      .trim()
      .split(/\s+/)
      .map((option) => [option, 'else'] as const),
  );
}
