/** `plain-http` → `plainHttp`. */
export function camelCase(name) {
  return name.replace(/[^a-z0-9]+([a-z0-9])/gi, (_, letter) => letter.toUpperCase()).replace(/[^a-z0-9]/gi, '');
}

/** `plain-http` → `PlainHttp`. */
export function pascalCase(name) {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
