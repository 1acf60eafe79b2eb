/** The environment of the API and worker processes, also written to a file for bin/therapy. */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'

import { keepSecret, readIfThere, readJson, writePrivate } from './files.ts'
import { root } from './paths.ts'

export interface Secrets {
  appPassword: string
  systemPassword: string
  /** `<key id>:<base64 of 32 bytes>`: the keys that encrypt payloads and stored secrets. */
  encryptionKeys: string
}

export function keepSecrets(dataDir: string): Secrets {
  const file = (name: string) => path.join(dataDir, 'secrets', name)
  return {
    appPassword: keepSecret(file('app-password')),
    systemPassword: keepSecret(file('system-password')),
    encryptionKeys: keepSecret(
      file('encryption-keys'),
      () => `k1:${randomBytes(32).toString('base64')}`,
    ),
  }
}

export interface PlatformEnvironment {
  ownerUrl: string
  temporalAddress: string
  temporalNamespace: string
  publicUrl: string
  operatorUiUrl: string | undefined
  filesLocation: string
  smtpUrl: string
  textingUrl: string | undefined
}

/** Variables that are already set take precedence: with them an operator configures real services. */
export function serviceEnvironment(
  {
    ownerUrl,
    temporalAddress,
    temporalNamespace,
    publicUrl,
    operatorUiUrl,
    filesLocation,
    smtpUrl,
    textingUrl,
  }: PlatformEnvironment,
  secrets: Secrets,
): Record<string, string> {
  const {
    FILES_LOCATION,
    LOG_LEVEL,
    PUBLIC_URL,
    MAIL_FROM,
    SMTP_REQUIRE_TLS,
    MAIL_EVENTS_SECRET,
    OPERATOR_UI_ORIGIN = operatorUiUrl,
  } = process.env
  return {
    ...databaseEnvironment(ownerUrl, secrets),
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: temporalNamespace,
    PUBLIC_URL: PUBLIC_URL ?? publicUrl,
    ...(OPERATOR_UI_ORIGIN && { OPERATOR_UI_ORIGIN }),
    FILES_LOCATION: FILES_LOCATION ?? filesLocation,
    SMTP_URL: smtpUrl,
    ...(textingUrl && { TEXTING_URL: textingUrl }),
    ...(MAIL_EVENTS_SECRET && { MAIL_EVENTS_SECRET }),
    ...(SMTP_REQUIRE_TLS && { SMTP_REQUIRE_TLS }),
    MAIL_FROM: MAIL_FROM ?? 'care@example.com',
    // Receivers on this machine are allowed for development. Elsewhere an operator allows ranges.
    WEBHOOK_ALLOWED_RANGES: process.env['WEBHOOK_ALLOWED_RANGES'] ?? '127.0.0.0/8,::1/128',
    AI_MODEL_HOSTS:
      process.env['AI_MODEL_HOSTS'] ?? 'api.openai.com,api.anthropic.com,127.0.0.1:11434',
    AI_MODEL_RANGES: process.env['AI_MODEL_RANGES'] ?? '127.0.0.0/8,::1/128',
    LOG_LEVEL: LOG_LEVEL ?? 'info',
  }
}

/** How the processes connect to the database, and their encryption keys. */
function databaseEnvironment(ownerUrl: string, secrets: Secrets) {
  const { APP_DATABASE_URL, SYSTEM_DATABASE_URL, ENCRYPTION_KEYS } = process.env
  return {
    APP_DATABASE_URL: APP_DATABASE_URL ?? withRole(ownerUrl, 'therapy_app', secrets.appPassword),
    SYSTEM_DATABASE_URL:
      SYSTEM_DATABASE_URL ?? withRole(ownerUrl, 'therapy_system', secrets.systemPassword),
    ENCRYPTION_KEYS: ENCRYPTION_KEYS ?? secrets.encryptionKeys,
  }
}

/** Options with which a process on this machine opens the platform alongside those that bin/up starts. */
export function platformOptions(ownerUrl: string, secrets: Secrets) {
  const env = databaseEnvironment(ownerUrl, secrets)
  return {
    appUrl: env.APP_DATABASE_URL,
    systemUrl: env.SYSTEM_DATABASE_URL,
    encryptionKeys: env.ENCRYPTION_KEYS,
    poolSize: 2,
  }
}

export function withRole(url: string, user: string, password: string): string {
  const changed = new URL(url)
  changed.username = user
  changed.password = encodeURIComponent(password)
  return changed.href
}

/** The file in which bin/therapy finds a platform whose data is outside the checkout. */
const pointerFile = path.join(root, '.therapy', 'elsewhere')

const environmentFile = (dataDir: string) => path.join(dataDir, 'env')

export function writeEnvironmentFile(dataDir: string, values: Record<string, string>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${shellQuote(value)}`)
  writePrivate(environmentFile(dataDir), `${lines.join('\n')}\n`)
  if (dataDir !== path.dirname(pointerFile)) writePrivate(pointerFile, `${dataDir}\n`)
}

/** Afterwards bin/therapy no longer finds the platform. */
export function removeEnvironmentFile(dataDir: string): void {
  rmSync(environmentFile(dataDir), { force: true })
  if (readIfThere(pointerFile)?.trim() === dataDir) rmSync(pointerFile, { force: true })
}

function shellQuote(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`
}

export interface Credentials {
  tenantId: string
  clientId: string
  clientSecret: string
}

const credentialsFile = (dataDir: string) => path.join(dataDir, 'credentials.json')

/** The demo centre's key. The database stores only its hash, so the secret is stored here. */
export function readCredentials(dataDir: string): Credentials | undefined {
  return readJson(credentialsFile(dataDir)) as Credentials | undefined
}

export function writeCredentials(dataDir: string, credentials: Credentials): void {
  writePrivate(credentialsFile(dataDir), `${JSON.stringify(credentials, null, 2)}\n`)
}
