import { z } from 'zod'
import {
  commaSeparated,
  poolSize,
  STAND_INS,
  textingUrl,
  trustedProxies,
} from '#platform/core/context/environment.ts'
import { retentionDays } from '#platform/maintenance/retention-days.ts'
import { GATEWAY_NAMES, STRIPE_API_URL } from '#providers/payments/gateway.ts'
import { TRACING_VARIABLES } from '#providers/telemetry/variables.ts'
import { workerSizes } from './worker-sizes.ts'

/** The processes that read environment variables; `migrate` is the command of that name. */
export type ProcessName = 'api' | 'worker' | 'cli' | 'migrate'

/** A variable: a schema for each process that reads it, and its text in docs/configuration.md. */
interface Variable extends Partial<Record<ProcessName, z.ZodType>> {
  /** Markdown. */
  meaning: string
  /** The default as the page shows it, if it does not follow from the schema. */
  usual?: string
}

const services = <S extends z.ZodType>(schema: S) => ({ api: schema, worker: schema })

const databaseUrl = z.string()

const embeddingModel = () =>
  z.union(
    [
      z.enum(['shipped', 'none']),
      z.string().regex(/^local:./),
      z.url({ protocol: /^https?$/ }).regex(/[?&]model=./),
    ],
    { error: 'must be shipped, none, local: and a directory, or an http URL with ?model=' },
  )

/**
 * All environment variables, with their processes, schemas and meanings. The configuration of every process,
 * docs/configuration.md and temporal-compose.yml are derived from this or compared with it.
 * @temporalio/envconfig reads the variables for Temporal.
 */
export const VARIABLES = {
  APP_DATABASE_URL: {
    ...services(databaseUrl),
    cli: databaseUrl,
    migrate: databaseUrl.optional(),
    meaning: 'PostgreSQL as the restricted role `therapy_app`.',
    usual: '',
  },
  SYSTEM_DATABASE_URL: {
    ...services(databaseUrl),
    cli: databaseUrl,
    migrate: databaseUrl.optional(),
    meaning: 'PostgreSQL as the platform’s role `therapy_system`.',
    usual: '',
  },
  DATABASE_URL: { migrate: databaseUrl, meaning: 'PostgreSQL as the owner of the database.' },
  ENCRYPTION_KEYS: {
    ...services(z.string()),
    cli: z.string(),
    meaning:
      'Encryption keys as `<id>:<base64 of 32 bytes>`, comma-separated. The first key encrypts; all keys decrypt. Use the same value for all processes.',
  },
  HOST: { ...services(z.string().default('127.0.0.1')), meaning: 'Address to listen on.' },
  PORT: {
    api: z.coerce.number().int().min(0).max(65_535).default(8080),
    meaning: 'Port to listen on; 0 uses a free port.',
  },
  METRICS_PORT: {
    ...services(z.coerce.number().int().min(0).max(65_535).optional()),
    meaning: 'Port of `/metrics` (Prometheus) and a `/healthz`.',
  },
  PUBLIC_URL: {
    api: z.url().optional(),
    worker: z.url().default('https://therapy-care.invalid'),
    cli: z.url(),
    meaning:
      'Public address of the API: issuer and audience of tokens, and base of links in messages. Set it if there is more than one process. The command line needs it for `login` and `user sign-in-link`.',
    usual: 'own address',
  },
  DATABASE_POOL_SIZE: {
    api: poolSize(20),
    worker: poolSize(10),
    meaning: 'Connections to PostgreSQL per role.',
    usual: '20, worker 10',
  },
  REDIS_URL: {
    api: z.string().optional(),
    meaning:
      'Rate limits in [Redis or Valkey](#rate-limits-in-redis-or-valkey) instead of PostgreSQL.',
  },
  TENANT_RATE_LIMIT_PER_MINUTE: {
    api: z.coerce.number().int().min(1).default(6_000),
    meaning:
      'Maximum number of requests per minute for all keys of a centre together, unless an operator has set another limit for the centre (`bin/therapy tenant limit`).',
  },
  OPERATOR_UI_ORIGIN: {
    api: z
      .url()
      .transform((url) => new URL(url).origin)
      .optional(),
    meaning:
      'Origin of the Temporal UI. `/codec` decodes payloads for operators who signed in there ([operations](operations.md#read-workflows)).',
  },
  STOP_DELAY_SECONDS: {
    api: z.coerce.number().min(0).max(60).default(5),
    meaning:
      'Number of seconds for which `/readyz` returns 503 after SIGTERM before the port closes, so that load balancers stop sending requests.',
  },
  FILES_LOCATION: {
    ...services(z.string().min(1)),
    cli: z.string(),
    meaning:
      'Store of attachments and exports, the same for all processes: a directory, or `s3://bucket?region=…&endpoint=…`. The command line needs it for `tenant export` and `tenant close`.',
  },
  NODE_ENV: {
    ...services(z.string().optional()),
    meaning:
      'With `production`, processes refuse to start with a stand-in for a real service ([below](#stand-ins)).',
    usual: 'none; `production` in the image',
  },
  PAYMENT_GATEWAY: {
    ...services(z.enum(GATEWAY_NAMES).default('sandbox')),
    meaning:
      'Gateway for payments and settlements of centres without their own payment account. `sandbox` moves no money and simulates the result that the payment method names: `pm_sandbox_ok`, `pm_sandbox_declined`, … (`createPayment` lists them). `none` refuses payments.',
  },
  STRIPE_API_URL: {
    worker: z.url({ protocol: /^https?$/ }).default(STRIPE_API_URL),
    meaning: 'Address of the Stripe API: another server in tests, or your own proxy.',
  },
  MALWARE_SCANNER: {
    ...services(
      z
        .union(
          [z.literal('eicar'), z.url({ protocol: /^tcp$/ }), z.string().regex(/^unix:\/\/\/./)],
          { error: 'must be eicar, tcp://host:port or unix:///path' },
        )
        .default('eicar'),
    ),
    meaning:
      'Malware scanner for uploads: clamd at `tcp://host:3310` or `unix:///path`. `eicar` detects only the EICAR test file.',
  },
  GEOCODER: {
    ...services(
      z
        .union([z.enum(['sandbox', 'none']), z.url({ protocol: /^https$/ })], {
          error: 'must be sandbox, none or an https URL',
        })
        .default('sandbox'),
    ),
    meaning:
      'Geocoder for addresses of locations: the https URL of a Nominatim-compatible service, called at most once a second. `sandbox` knows the centres of a dozen towns; `none` turns geocoding off.',
  },
  LICENSE_REGISTRY: {
    ...services(
      z
        .union([z.enum(['sandbox', 'none']), z.url({ protocol: /^https$/ })], {
          error: 'must be sandbox, none or an https URL',
        })
        .default('sandbox'),
    ),
    meaning:
      'Registry for provider licenses: the https URL of an NPPES-compatible service, such as `https://npiregistry.cms.hhs.gov`. `sandbox` confirms almost every license; `none` checks nothing.',
  },
  EMBEDDINGS: {
    ...services(embeddingModel().default('shipped')),
    meaning:
      'Model that finds passages of documents by meaning, in addition to words ([below](#embeddings)): `shipped`, the one that `bin/up` and the image bring; `none`; `local:` and the directory of an ONNX model; or the URL of an OpenAI-compatible service and its model, such as `https://host/v1?model=name`.',
  },
  EMBEDDINGS_PREVIOUS: {
    ...services(embeddingModel().default('none')),
    meaning:
      'Model of `EMBEDDINGS` before a change. Its vectors serve an assistant until all documents of the assistant have new ones.',
  },
  EMBEDDINGS_API_KEY: {
    ...services(z.string().optional()),
    meaning: 'API key of the service in `EMBEDDINGS`.',
  },
  ALLOW_IN_PRODUCTION: {
    ...services(commaSeparated().pipe(z.array(z.enum(STAND_INS)))),
    meaning:
      'Stand-ins allowed in production, comma-separated: `sandbox-gateway`, `sandbox-registry`, `eicar-scanner`.',
  },
  TRUSTED_PROXY_RANGES: {
    api: trustedProxies().optional(),
    meaning:
      'CIDR ranges of proxies whose `X-Forwarded-For` is trusted, comma-separated; `none` if callers connect directly. Required unless `HOST` is a loopback address ([operations](operations.md#proxies)).',
    usual: 'on a loopback `HOST`: `none`',
  },
  WEBHOOK_ALLOWED_RANGES: {
    ...services(commaSeparated()),
    meaning:
      'CIDR ranges, comma-separated, to which webhooks can be sent although they are otherwise refused.',
  },
  WEBHOOK_NAME_SERVERS: {
    ...services(commaSeparated()),
    meaning:
      'Name servers for webhook hosts and for the records that prove domains, as `address` or `address:port`, comma-separated. Defaults to the system’s name servers.',
  },
  AI_MODEL_HOSTS: {
    ...services(commaSeparated()),
    meaning:
      'Hosts at which centres can connect language models, as `host` or `host:port`, comma-separated: `api.openai.com,api.anthropic.com`. The API calls them for assistants, the worker for agents. Other hosts are never called ([decision 139](decisions/0139-operators-allow-the-hosts-of-models.md)).',
  },
  AI_MODEL_RANGES: {
    ...services(commaSeparated()),
    meaning:
      'CIDR ranges, comma-separated, in which these hosts can be although they are otherwise refused. Use this for a model in your own network, such as Ollama or vLLM.',
  },
  SMTP_URL: {
    worker: z.url({ protocol: /^smtps?$/ }).optional(),
    meaning:
      'Mail server: `smtp://user:password@host:587`, `smtps://…`. Without it, messages fail with `no_mail_server`.',
  },
  SMTP_REQUIRE_TLS: {
    worker: z.stringbool().optional(),
    meaning:
      'Whether mail requires an encrypted connection: STARTTLS or `smtps://`. If the server does not offer it, messages wait.',
    usual: '`true`, on a loopback host `false`',
  },
  MAIL_FROM: {
    worker: z.email().default('no-reply@therapy-care.invalid'),
    meaning: 'Sender address of e-mails. Its domain is also used in Message-ID.',
  },
  TEXTING_URL: {
    ...services(textingUrl().optional()),
    meaning:
      'Provider of SMS and WhatsApp messages: `https://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com`, or another service with Twilio’s interface ([below](#texts)). Without it, such messages fail with `no_text_provider` and the next channel is used.',
  },
  MAIL_EVENTS_SECRET: {
    api: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, {
        error: 'must be whsec_ and base64 of 24 bytes or more',
      })
      .optional(),
    meaning:
      'Secret with which the mail server signs reports of bounces and complaints to `/mail-events` ([below](#bounces)): `whsec_` and base64. Without it, the path does not exist.',
  },
  RETENTION_DAYS: {
    worker: retentionDays(),
    meaning:
      'Retention periods in days that differ from the default: `links=14,messageAddresses=30`.',
    usual: 'as in [operations](operations.md#retention)',
  },
  LOG_LEVEL: {
    ...services(z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info')),
    meaning: '`silent`, `error`, `warn`, `info` or `debug`.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...services(TRACING_VARIABLES.OTEL_EXPORTER_OTLP_ENDPOINT),
    meaning:
      'OTLP/HTTP collector. Setting it switches tracing on ([monitoring](monitoring.md#traces)).',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    ...services(TRACING_VARIABLES.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT),
    meaning: 'The same, for traces only, with its full path.',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    ...services(TRACING_VARIABLES.OTEL_EXPORTER_OTLP_PROTOCOL),
    meaning: 'Encoding of spans: `http/protobuf` or `http/json`. There is no gRPC exporter.',
  },
  OTEL_TRACES_EXPORTER: {
    ...services(TRACING_VARIABLES.OTEL_TRACES_EXPORTER),
    meaning: '`none` switches tracing off.',
  },
  OTEL_SDK_DISABLED: {
    ...services(TRACING_VARIABLES.OTEL_SDK_DISABLED),
    meaning: '`true` switches tracing off.',
  },
  WORKER_SIZES: {
    worker: workerSizes(),
    meaning:
      'Capacity of one worker process, where it differs from the default: `care.activities=80,bulk.activities=8`.',
    usual: 'as [below](#worker-sizes)',
  },
  WORKER_DEPLOYMENT: {
    worker: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,100}$/, { error: 'must be letters, digits, - and _' })
      .optional(),
    meaning:
      'Name of the worker deployment in Temporal, such as `therapy-care`. Setting it gives workers a version that operators roll out and back ([operations](operations.md#roll-out-a-version)). The same value for all workers.',
  },
  WORKER_BUILD_ID: {
    worker: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,100}$/, { error: 'must be letters, digits, ., - and _' })
      .optional(),
    meaning: 'Version of this worker in `WORKER_DEPLOYMENT`, such as a release’s number.',
    usual: 'hash of the workflows’ code',
  },
  WEBHOOK_TRACEPARENT: {
    worker: z.stringbool().default(false),
    meaning: 'Whether webhooks send a `traceparent` header to their receivers.',
  },
} as const satisfies Record<string, Variable>

type Declaration = typeof VARIABLES
type Shape<P extends ProcessName> = {
  [
    N in keyof Declaration as Declaration[N] extends Record<P, z.ZodType> ? N : never
  ]: Declaration[N] extends Record<P, infer S extends z.ZodType> ? S : never
}

/** The variables that a process reads. */
export const variablesOf = <P extends ProcessName>(process: P) => z.object(shapeOf(process))

/** Types the declarations of a process, because TypeScript cannot infer the filter. */
const shapeOf = <P extends ProcessName>(process: P): Shape<P> =>
  Object.fromEntries(
    Object.entries(VARIABLES as Record<string, Variable>).flatMap(([name, variable]) =>
      variable[process] ? [[name, variable[process]]] : [],
    ),
  ) as Shape<P>
