import { z } from 'zod'

/** Variables that more than one process reads; each process adds its own. */
export const SHARED_VARIABLES = {
  APP_DATABASE_URL: z
    .string()
    .meta({ description: 'PostgreSQL as the restricted role `therapy_app`.' }),
  SYSTEM_DATABASE_URL: z
    .string()
    .meta({ description: "PostgreSQL as the platform's role `therapy_system`." }),
  ENCRYPTION_KEYS: z.string().meta({
    description: '`<id>:<base64 of 32 bytes>`, comma-separated; the first encrypts, all decrypt.',
  }),
}

/** Variables of the long-running processes. */
export const PROCESS_VARIABLES = {
  ...SHARED_VARIABLES,
  HOST: z.string().default('127.0.0.1').meta({ description: 'Address to listen on.' }),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional().meta({
    description: 'Port of `/metrics` (Prometheus); none when unset.',
  }),
  FILES_LOCATION: z.string().min(1).meta({
    description:
      'Where attachments and exports are kept, the same for all processes: a directory, or `s3://bucket?region=…&endpoint=…`.',
  }),
  WEBHOOK_ALLOWED_RANGES: commaSeparated().meta({
    description: 'CIDR ranges, otherwise refused, that webhooks may be sent to, comma-separated.',
  }),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info').meta({
    description: 'How much is logged.',
  }),
}

/** A comma-separated list; empty when unset. */
export function commaSeparated() {
  const items = (text: string) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  return z.string().default('').transform(items)
}

/** Connections to PostgreSQL per role. */
export const poolSize = (usual: number) =>
  z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(usual)
    .meta({ description: 'Connections to PostgreSQL per role.' })

/** The variables of a schema, or one error that names all that is missing or wrong. */
export const readEnvironment = <Variables extends z.ZodType>(
  variables: Variables,
  environment: Record<string, string | undefined>,
): z.output<Variables> => {
  const parsed = variables.safeParse(environment)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
  throw new Error(
    `The environment is not complete:\n${problems.join('\n')}\nSee docs/configuration.md.`,
  )
}
