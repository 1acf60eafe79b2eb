import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { issueMessage } from './issue-message.ts'
import { GATEWAY_NAMES, type GatewayName } from '#providers/payments/gateway.ts'

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
  WEBHOOK_NAME_SERVERS: commaSeparated().meta({
    description:
      'Name servers that are asked for the hosts of webhooks, as `address` or `address:port`, comma-separated; the system’s when unset.',
  }),
  EMBEDDINGS: z
    .union(
      [
        z.literal('none'),
        z.string().regex(/^local:./),
        z.url({ protocol: /^https?$/ }).regex(/[?&]model=./),
      ],
      { error: 'must be none, local: and a directory, or an http URL with ?model=' },
    )
    .default('none')
    .meta({
      description:
        'The model that finds passages of documents by meaning, beside words: `local:` and the directory of an ONNX model, or the URL of a service with the interface of OpenAI, such as `https://host/v1?model=name`.',
    }),
  EMBEDDINGS_API_KEY: z.string().optional().meta({
    description: 'Key of the service that EMBEDDINGS names.',
  }),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info').meta({
    description: 'How much is logged.',
  }),
}

/** Variables of the process that asks language models. */
export const MODEL_VARIABLES = {
  AI_MODEL_HOSTS: commaSeparated().meta({
    description:
      'Hosts at which centres may connect language models, as `host` or `host:port`, comma-separated: `api.openai.com,api.anthropic.com`. None when unset.',
  }),
  AI_MODEL_RANGES: commaSeparated().meta({
    description:
      'CIDR ranges, otherwise refused, that these hosts may be at, comma-separated: for a model in your own network.',
  }),
}

/** What replaces a real service, and is refused in production unless it is allowed by name. */
const STAND_INS = ['sandbox-gateway', 'sandbox-registry', 'eicar-scanner'] as const
type StandIn = (typeof STAND_INS)[number]

/** Variables of the processes that work on payments and files. */
export const STAND_IN_VARIABLES = {
  NODE_ENV: z.string().optional().meta({
    description: '`production` refuses to start with a stand-in for a real service.',
  }),
  ALLOW_IN_PRODUCTION: commaSeparated()
    .pipe(z.array(z.enum(STAND_INS)))
    .meta({
      description:
        'Stand-ins that production may run with, comma-separated: `sandbox-gateway`, `sandbox-registry`, `eicar-scanner`.',
    }),
  PAYMENT_GATEWAY: z.enum(GATEWAY_NAMES).default('sandbox').meta({
    description:
      'What takes payments, and pays settlements, of centres without a payment account of their own: `sandbox` captures no money and says that it did; `none` refuses them. Production refuses the sandbox.',
  }),
  LICENSE_REGISTRY: z
    .union([z.enum(['sandbox', 'none']), z.url({ protocol: /^https$/ })], {
      error: 'must be sandbox, none or an https URL',
    })
    .default('sandbox')
    .meta({
      description:
        'What licenses of providers are checked at: the https URL of a service with the interface of NPPES, such as `https://npiregistry.cms.hhs.gov`; `sandbox` agrees with nearly all and is refused in production, `none` checks nothing.',
    }),
}

export const scannerVariable = () =>
  z
    .union([z.literal('eicar'), z.url({ protocol: /^tcp$/ }), z.string().regex(/^unix:\/\/\/./)], {
      error: 'must be eicar, tcp://host:port or unix:///path',
    })
    .default('eicar')
    .meta({
      description:
        'What scans uploads: clamd at `tcp://host:3310` or `unix:///path`; `eicar` knows the EICAR test file alone and is refused in production.',
    })

/** Throws when production would run with a stand-in that nobody allowed. */
export const assertRealServices = (env: {
  NODE_ENV?: string | undefined
  ALLOW_IN_PRODUCTION: readonly StandIn[]
  PAYMENT_GATEWAY: GatewayName
  LICENSE_REGISTRY: string
  MALWARE_SCANNER?: string
}): void => {
  if (env.NODE_ENV !== 'production') return
  const allowed = new Set(env.ALLOW_IN_PRODUCTION)
  const problems = [
    env.PAYMENT_GATEWAY === 'sandbox' &&
      !allowed.has('sandbox-gateway') &&
      'PAYMENT_GATEWAY: the sandbox captures no money. Set it to none, or add sandbox-gateway to ALLOW_IN_PRODUCTION',
    env.LICENSE_REGISTRY === 'sandbox' &&
      !allowed.has('sandbox-registry') &&
      'LICENSE_REGISTRY: the sandbox agrees with nearly every license. Set it to none or an https URL, or add sandbox-registry to ALLOW_IN_PRODUCTION',
    env.MALWARE_SCANNER === 'eicar' &&
      !allowed.has('eicar-scanner') &&
      'MALWARE_SCANNER: only the EICAR test file would be found. Set it to the address of clamd, or add eicar-scanner to ALLOW_IN_PRODUCTION',
  ].filter((problem) => problem !== false)
  if (problems.length > 0) throw incomplete(problems)
}

/** A comma-separated list; empty when unset. */
function commaSeparated() {
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
  const parsed = variables.safeParse(environment, { error: issueMessage })
  if (parsed.success) return parsed.data
  throw incomplete(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
}

/** An error that names all variables that are missing or wrong. */
export const incomplete = (problems: readonly string[]): Error =>
  new Error(
    `The environment is not complete:\n${problems.map((it) => `  ${it}`).join('\n')}\nSee docs/configuration.md.`,
  )

/** Whether a host name or address reaches this machine only. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
