import type { ChatModels } from '#providers/ai/chat-models.ts'
import { createChatModels } from '#providers/ai/create-chat-models.ts'
import { createFileStore, NO_FILES, type FileStore } from '#providers/files/file-store.ts'
import {
  eicarScanner,
  ScannerUnavailableError,
  type MalwareScanner,
} from '#providers/files/malware-scanner.ts'
import type { TextEmbedder } from '#providers/ai/text-embedder.ts'
import { createTextRecords, type TextRecords } from '#providers/dns/text-records.ts'
import type { Geocoder } from '#providers/geocoding/geocoder.ts'
import { sandboxGeocoder } from '#providers/geocoding/sandbox.ts'
import type { LicenseRegistry } from '#providers/registries/license-registry.ts'
import { createSandboxRegistry } from '#providers/registries/sandbox.ts'
import type { GatewayName } from '#providers/payments/gateway.ts'
import { createAddressPolicy, type AddressPolicy } from '#providers/webhooks/index.ts'
import { createCipher, type Cipher } from '../crypto/cipher.ts'
import { systemClock, type Clock } from '../time/clock.ts'
import { DomainError } from '../errors/errors.ts'
import type { Registry } from './registry.ts'
import { Database, type DatabaseOptions } from '../sql/database.ts'

/**
 * Members of every context, also inside a transaction. They do nothing that a rollback cannot undo, and never
 * wait for another machine while holding a connection (docs/decisions/0060).
 */
export interface Platform {
  database: Database
  cipher: Cipher
  clock: Clock
  registry: Registry
  /** The gateway that takes new payments. */
  paymentGateway: GatewayName
  /** The registry for license checks; `none` disables checks. */
  licenseRegistryName: string
  /** The model that embeds texts; null if there is none. */
  embeddingModel: string | null
}

/** External services. They are available in `prepare`, `tx.afterCommit`, activities and file links. */
export interface Outside {
  /** The addresses to which webhooks may be sent. */
  webhookAddresses: AddressPolicy
  /** Stores the bytes of attachments and exports. */
  files: FileStore
  scanner: MalwareScanner
  /** Looks up the TXT records of a name. */
  textRecords: TextRecords
  /** Geocodes addresses. */
  geocoder: Geocoder
  /** Looks up providers' licenses. */
  licenseRegistry: LicenseRegistry
  /** Language models that centres have connected. */
  chatModels: ChatModels
  /** Embeds texts; if undefined, knowledge is searched only by words. */
  embedder?: TextEmbedder | undefined
  /** The model before it, whose vectors serve until there are new ones. */
  previousEmbedder?: TextEmbedder | undefined
  /** Reports an effect that failed after its transaction was committed. */
  effectFailed: (error: unknown) => void
}

/** The services of a process, opened once. */
export interface OpenPlatform extends Platform, Outside, AsyncDisposable {}

export interface PlatformOptions extends DatabaseOptions {
  /** See {@link createCipher}. */
  encryptionKeys: string
  registry: Registry
  clock?: Clock
  /** CIDRs allowed for webhooks that would otherwise be forbidden: WEBHOOK_ALLOWED_RANGES. */
  webhookAllowedRanges?: readonly string[]
  /** Name servers for webhook hosts and the verification of domains: WEBHOOK_NAME_SERVERS. */
  webhookNameServers?: readonly string[]
  /** Hosts allowed for centres' language models: AI_MODEL_HOSTS. */
  modelHosts?: readonly string[]
  /** CIDRs allowed for these hosts that would otherwise be forbidden: AI_MODEL_RANGES. */
  modelRanges?: readonly string[]
  /** See {@link createFileStore}. Without it, the process cannot use files. */
  filesLocation?: string
  /** Without a scanner, only the EICAR test file is recognized. */
  scanner?: MalwareScanner
  /** By default the sandbox. */
  geocoder?: Geocoder
  /** By default none. */
  embedder?: TextEmbedder | undefined
  /** By default none. */
  previousEmbedder?: TextEmbedder | undefined
  /** By default the sandbox, for tests and commands. */
  licenseRegistry?: LicenseRegistry
  /** By default the sandbox, for tests and commands. */
  paymentGateway?: GatewayName
  /** See {@link Outside.effectFailed}. */
  onEffectFailed?: (error: unknown) => void
}

const RETRY_SCAN_SECONDS = 30

/** Refuses a file for now if it cannot be scanned, so that nothing is stored unscanned. */
const refusingUnscanned = (scanner: MalwareScanner): MalwareScanner => ({
  scan: async (file) => {
    try {
      return await scanner.scan(file)
    } catch (error) {
      if (!(error instanceof ScannerUnavailableError)) throw error
      throw new DomainError(
        'service_unavailable',
        'The file could not be scanned for malware and was not stored. Send it again later.',
        { cause: error, retryAfterSeconds: RETRY_SCAN_SECONDS },
      )
    }
  },
})

export const openPlatform = (options: PlatformOptions): OpenPlatform => {
  const database = new Database(options)
  const licenseRegistry = options.licenseRegistry ?? createSandboxRegistry()
  const clock = options.clock ?? systemClock
  return {
    database,
    cipher: createCipher(options.encryptionKeys),
    clock,
    registry: options.registry,
    webhookAddresses: createAddressPolicy({
      allowedRanges: options.webhookAllowedRanges ?? [],
      ...(options.webhookNameServers && { nameServers: options.webhookNameServers }),
    }),
    textRecords: createTextRecords(options.webhookNameServers),
    files: options.filesLocation ? createFileStore(options.filesLocation) : NO_FILES,
    scanner: refusingUnscanned(options.scanner ?? eicarScanner),
    geocoder: options.geocoder ?? sandboxGeocoder,
    embedder: options.embedder,
    previousEmbedder: options.previousEmbedder,
    paymentGateway: options.paymentGateway ?? 'sandbox',
    licenseRegistry,
    licenseRegistryName: licenseRegistry.name,
    embeddingModel: options.embedder?.model ?? null,
    chatModels: createChatModels({
      hosts: options.modelHosts ?? [],
      allowedRanges: options.modelRanges ?? [],
      now: () => clock.now(),
    }),
    effectFailed: (error) => options.onEffectFailed?.(error),
    [Symbol.asyncDispose]: async () => {
      await options.embedder?.[Symbol.asyncDispose]?.()
      await options.previousEmbedder?.[Symbol.asyncDispose]?.()
      await database[Symbol.asyncDispose]()
    },
  }
}
