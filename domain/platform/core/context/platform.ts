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
 * What every context has, inside a transaction too: nothing that a rollback could not undo, and
 * nothing that waits for another machine while a connection is held (docs/decisions/0060).
 */
export interface Platform {
  database: Database
  cipher: Cipher
  clock: Clock
  registry: Registry
  /** The name of the gateway that new payments go through. */
  paymentGateway: GatewayName
  /** The name of the registry that licenses are checked at; `none` for no checks. */
  licenseRegistryName: string
}

/** What acts or asks outside the database: for `prepare`, `tx.afterCommit`, activities and file links. */
export interface Outside {
  /** Where webhooks may be sent. */
  webhookAddresses: AddressPolicy
  /** Where the bytes of attachments and exports are. */
  files: FileStore
  scanner: MalwareScanner
  /** Looks up the TXT records of a name. */
  textRecords: TextRecords
  /** Where addresses are. */
  geocoder: Geocoder
  /** Where licenses of providers are looked up. */
  licenseRegistry: LicenseRegistry
  /** Language models that centres have connected. */
  chatModels: ChatModels
  /** What turns texts into vectors; undefined: knowledge is found by words alone. */
  embedder?: TextEmbedder | undefined
  /** Reports an effect that failed after its transaction had committed. */
  effectFailed: (error: unknown) => void
}

/** What a process opens once. */
export interface OpenPlatform extends Platform, Outside, AsyncDisposable {}

export interface PlatformOptions extends DatabaseOptions {
  /** See {@link createCipher}. */
  encryptionKeys: string
  registry: Registry
  clock?: Clock
  /** CIDRs, otherwise refused, that webhooks may be sent to: an operator's WEBHOOK_ALLOWED_RANGES. */
  webhookAllowedRanges?: readonly string[]
  /** Name servers asked for the hosts of webhooks and for records that prove domains: an operator's WEBHOOK_NAME_SERVERS. */
  webhookNameServers?: readonly string[]
  /** Hosts at which centres may connect language models: an operator's AI_MODEL_HOSTS. */
  modelHosts?: readonly string[]
  /** CIDRs, otherwise refused, that these hosts may be at: an operator's AI_MODEL_RANGES. */
  modelRanges?: readonly string[]
  /** See {@link createFileStore}. Without it the process can do nothing with files. */
  filesLocation?: string
  /** Without one the EICAR test file alone is recognized. */
  scanner?: MalwareScanner
  /** The sandbox when left out. */
  geocoder?: Geocoder
  /** None when left out. */
  embedder?: TextEmbedder | undefined
  /** The sandbox when left out, for tests and commands. */
  licenseRegistry?: LicenseRegistry
  /** The sandbox when left out, for tests and commands. */
  paymentGateway?: GatewayName
  /** See {@link Outside.effectFailed}. */
  onEffectFailed?: (error: unknown) => void
}

const RETRY_SCAN_SECONDS = 30

/** A file that nobody could scan is refused for now: never kept unscanned. */
const refusingUnscanned = (scanner: MalwareScanner): MalwareScanner => ({
  scan: async (file) => {
    try {
      return await scanner.scan(file)
    } catch (error) {
      if (!(error instanceof ScannerUnavailableError)) throw error
      throw new DomainError(
        'service_unavailable',
        'The file could not be scanned for malware, so it was not kept. Send it again later.',
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
    paymentGateway: options.paymentGateway ?? 'sandbox',
    licenseRegistry,
    licenseRegistryName: licenseRegistry.name,
    chatModels: createChatModels({
      hosts: options.modelHosts ?? [],
      allowedRanges: options.modelRanges ?? [],
      now: () => clock.now(),
    }),
    effectFailed: (error) => options.onEffectFailed?.(error),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
