import type { z } from 'zod'
import { assertRealServices } from '#platform/core/context/environment.ts'
import type { OpenPlatform, PlatformOptions } from '#platform/core/context/platform.ts'
import { createTextEmbedder } from '#providers/ai/create-text-embedder.ts'
import { createScanner } from '#providers/files/create-scanner.ts'
import { createGeocoder } from '#providers/geocoding/create-geocoder.ts'
import type { Logger } from '#providers/log/logger.ts'
import { createLicenseRegistry } from '#providers/registries/create-license-registry.ts'
import type { variablesOf } from './environment/variables.ts'
import { openPlatform } from './open-platform.ts'

type Environment = z.output<ReturnType<typeof variablesOf<'api'>>> &
  z.output<ReturnType<typeof variablesOf<'worker'>>>

/** The platform's options for the API and the worker, from the variables that both read. */
export const platformConfig = (
  env: Pick<
    Environment,
    | 'APP_DATABASE_URL'
    | 'SYSTEM_DATABASE_URL'
    | 'DATABASE_POOL_SIZE'
    | 'ENCRYPTION_KEYS'
    | 'FILES_LOCATION'
    | 'MALWARE_SCANNER'
    | 'GEOCODER'
    | 'LICENSE_REGISTRY'
    | 'PAYMENT_GATEWAY'
    | 'EMBEDDINGS'
    | 'EMBEDDINGS_PREVIOUS'
    | 'EMBEDDINGS_API_KEY'
    | 'WEBHOOK_ALLOWED_RANGES'
    | 'WEBHOOK_NAME_SERVERS'
    | 'AI_MODEL_HOSTS'
    | 'AI_MODEL_RANGES'
    | 'TEXTING_URL'
    | 'NODE_ENV'
    | 'ALLOW_IN_PRODUCTION'
  >,
) => {
  assertRealServices(env)
  return {
    database: {
      appUrl: env.APP_DATABASE_URL,
      systemUrl: env.SYSTEM_DATABASE_URL,
      poolSize: env.DATABASE_POOL_SIZE,
    },
    encryptionKeys: env.ENCRYPTION_KEYS,
    filesLocation: env.FILES_LOCATION,
    scanner: env.MALWARE_SCANNER,
    geocoder: env.GEOCODER,
    licenseRegistry: env.LICENSE_REGISTRY,
    paymentGateway: env.PAYMENT_GATEWAY,
    embeddings: {
      name: env.EMBEDDINGS,
      previous: env.EMBEDDINGS_PREVIOUS,
      apiKey: env.EMBEDDINGS_API_KEY,
    },
    webhookAllowedRanges: env.WEBHOOK_ALLOWED_RANGES,
    webhookNameServers: env.WEBHOOK_NAME_SERVERS,
    modelHosts: env.AI_MODEL_HOSTS,
    modelRanges: env.AI_MODEL_RANGES,
    /** Undefined if no texts can be sent. */
    textingUrl: env.TEXTING_URL,
  }
}

export type PlatformConfig = ReturnType<typeof platformConfig>

interface Service {
  log: Logger
  /** Identifies the client to HTTP services. */
  publicUrl: string | undefined
  /** See {@link PlatformOptions.worksOnBatches}. */
  worksOnBatches: boolean
}

/**
 * Opens the platform of the API or the worker. Every option must be given here, so that neither misses one; at
 * level debug the log shows them.
 */
export const openServicePlatform = (config: PlatformConfig, service: Service): OpenPlatform => {
  const options = optionsOf(config, service)
  if (config.embeddings.name === 'shipped' && !options.embedder)
    service.log.warn(
      'the sentence model is missing: documents are searched by words only, in the language of the question',
    )
  service.log.debug({ options: described(options) }, 'platform opened')
  return openPlatform(options)
}

/** All options except the clock, which is the system's. */
type ServiceOptions = Required<Omit<PlatformOptions, 'registry' | 'clock'>>

const optionsOf = (
  config: PlatformConfig,
  { log, publicUrl, worksOnBatches }: Service,
): ServiceOptions => {
  const userAgent = `TherapyCare/1 (+${publicUrl ?? 'address not set'})`
  return {
    ...config.database,
    worksOnBatches,
    encryptionKeys: config.encryptionKeys,
    filesLocation: config.filesLocation,
    scanner: createScanner(config.scanner),
    geocoder: createGeocoder(config.geocoder, userAgent),
    licenseRegistry: createLicenseRegistry(config.licenseRegistry, userAgent),
    paymentGateway: config.paymentGateway,
    embedder: createTextEmbedder(config.embeddings.name, config.embeddings.apiKey),
    previousEmbedder: createTextEmbedder(config.embeddings.previous, config.embeddings.apiKey),
    webhookAllowedRanges: config.webhookAllowedRanges,
    webhookNameServers: config.webhookNameServers,
    modelHosts: config.modelHosts,
    modelRanges: config.modelRanges,
    onEffectFailed: (error) => log.error({ err: error }, 'effect after commit failed'),
    onIdleError: (error) => log.warn({ err: error }, 'idle connection lost'),
  }
}

/** Shows lists, numbers and switches. For other values, which may be secret, shows only whether they are set. */
const described = (options: ServiceOptions): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]: [string, unknown]) => [name, shown(value)]),
  )

const shown = (value: unknown): unknown => {
  if (value === undefined) return 'not given'
  const isPlain = Array.isArray(value) || typeof value === 'number' || typeof value === 'boolean'
  return isPlain ? value : 'given'
}
