import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './imports.ts'

/**
 * Every file that creates a secret, and why it reaches no further than the limits of a key that asks for it.
 * `assertUnlimited` refuses limited keys; test/staff/limited-keys.test.ts makes the requests.
 */
const SECRETS: Record<string, string> = {
  'domain/scheduling/calendar-feeds/create-calendar-feed.ts': 'REFUSED',
  'domain/agents/triggers/rotate-webhook-url.ts': 'REFUSED',
  'domain/webhooks/endpoints/create-webhook-endpoint.ts': 'REFUSED',
  'domain/webhooks/endpoints/rotate-secret.ts': 'REFUSED',
  'domain/platform/api-keys/create-api-key.ts': 'the new key lies within the limits: excessOver',
  'domain/messaging/links/create-link.ts': 'sent to its recipient; the caller never sees it',
  'domain/staff/sign-in/create-sign-in-link.ts': 'sent to its user, after assertMayGrant',
  'domain/staff/delegated-keys/allow-delegated-key.ts': 'for signed-in people',
  'domain/staff/user-sessions/start-session.ts': 'for signed-in people',
  'domain/staff/user-sessions/renew-session.ts': 'for signed-in people',
  'domain/staff/sso-sign-ins/begin-sso-sign-in.ts': 'for people who sign in',
  'domain/platform/identity/authenticate-client.ts': 'compared with wrong secrets; nobody has it',
  'domain/platform/identity/refresh-tokens.ts': 'ends with its key and has its limits',
  'domain/platform/files/new-file-key.ts': 'a name in the store; links to it end with the limits',
}

const CREATES =
  /(?<!const )\b(randomToken|new(?:ClientSecret|RefreshToken|SessionToken|DelegatedKey|WebhookSecret))\(\)/

test('every file that creates a secret says how the limits of a key apply to it', () => {
  const files = globSync('domain/**/*.ts', { cwd: ROOT }).map((file) => ({
    file,
    source: readFileSync(path.join(ROOT, file), 'utf8'),
  }))
  const creating = files.filter(
    ({ file, source }) => CREATES.test(source) && !file.endsWith('identity/secrets.ts'),
  )
  expect(creating.map(({ file }) => file).toSorted()).toEqual(Object.keys(SECRETS).toSorted())
  const refusing = creating.filter(({ source }) => /assertUnlimited|assertMayDirect/.test(source))
  expect(refusing.map(({ file }) => file).toSorted()).toEqual(
    Object.keys(SECRETS)
      .filter((file) => SECRETS[file] === 'REFUSED')
      .toSorted(),
  )
})
