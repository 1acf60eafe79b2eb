import type { z } from 'zod'
import type { PlatformOptions } from '#platform/core/context/platform.ts'
import { VARIABLES, variablesOf } from '#registry/environment/variables.ts'
import { UsageError } from './failure.ts'

/** Environment variables of the command line, read once per command as needed. */
const CliEnvironment = variablesOf('cli')
const MigrationEnvironment = variablesOf('migrate')

const POOL_SIZE = 4

export const platformConfig = (): Omit<PlatformOptions, 'registry'> => {
  const env = read(
    CliEnvironment.pick({
      APP_DATABASE_URL: true,
      SYSTEM_DATABASE_URL: true,
      ENCRYPTION_KEYS: true,
    }),
  )
  return {
    appUrl: env.APP_DATABASE_URL,
    systemUrl: env.SYSTEM_DATABASE_URL,
    encryptionKeys: env.ENCRYPTION_KEYS,
    poolSize: POOL_SIZE,
    // When an idle connection is lost, the next statement fails and reports it.
    onIdleError: () => undefined,
  }
}

export interface MigrationConfig {
  ownerUrl: string
  /** Passwords of the two roles. A role without one keeps its password. */
  appPassword?: string
  systemPassword?: string
  systemUrl?: string
}

export const migrationConfig = (): MigrationConfig => {
  const env = read(MigrationEnvironment)
  const appPassword = passwordOf('APP_DATABASE_URL', env.APP_DATABASE_URL)
  const systemPassword = passwordOf('SYSTEM_DATABASE_URL', env.SYSTEM_DATABASE_URL)
  return {
    ownerUrl: env.DATABASE_URL,
    ...(appPassword && { appPassword }),
    ...(systemPassword && { systemPassword }),
    ...(env.SYSTEM_DATABASE_URL && { systemUrl: env.SYSTEM_DATABASE_URL }),
  }
}

/** Where attachments and archives are stored. */
export const filesLocation = (): string =>
  read(CliEnvironment.pick({ FILES_LOCATION: true })).FILES_LOCATION

/** The connection to PostgreSQL as the owner of the database. */
export const ownerUrl = (): string =>
  read(MigrationEnvironment.pick({ DATABASE_URL: true })).DATABASE_URL

export const encryptionKeys = (): string =>
  read(CliEnvironment.pick({ ENCRYPTION_KEYS: true })).ENCRYPTION_KEYS

/** The platform's public address. */
export const publicUrl = (): string => read(CliEnvironment.pick({ PUBLIC_URL: true })).PUBLIC_URL

const read = <T>(schema: z.ZodType<T>): T => {
  const parsed = schema.safeParse(process.env)
  if (parsed.success) return parsed.data
  const missing = parsed.error.issues.map(({ path }) => path.join('.'))
  throw new UsageError(
    `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set, and no platform runs from this checkout. Start it with bin/up. If it runs from another checkout, pass its folder with --data DIR. Otherwise set the variables of your deployment (\`therapy --help\`).`,
  )
}

const passwordOf = (
  variable: keyof typeof VARIABLES,
  url: string | undefined,
): string | undefined => {
  if (url === undefined) return undefined
  if (!URL.canParse(url)) {
    throw new UsageError(`${variable} is not a URL. Write postgres://role:password@host/database.`)
  }
  return decodeURIComponent(new URL(url).password) || undefined
}

/** The meaning of a variable: its first sentence, without Markdown. */
const helpOf = (name: keyof typeof VARIABLES): string =>
  VARIABLES[name].meaning.replaceAll(/\[([^\]]+)\]\([^)]*\)|`/g, '$1').replace(/\. .*/, '.')

export const ENVIRONMENT_HELP = `
Environment (bin/therapy reads it from a running bin/up, unless APP_DATABASE_URL is set):
${Object.keys({ ...CliEnvironment.shape, ...MigrationEnvironment.shape })
  .map((name) => `  ${name.padEnd(20)} ${helpOf(name as keyof typeof VARIABLES)}`)
  .join('\n')}
  TEMPORAL_ADDRESS     Temporal, and the other variables of its clients; for migrate and temporal setup.

Exit codes: 0 done, 1 failed (or the audit trail is broken), 2 wrong usage.`
