/** A recorded license, as sent to a registry. */
export interface RegistryQuestion {
  /** National provider identifier. */
  npi: string
  name: string
  profession: string
  licenseNumber: string
  /** ISO 3166-2 code of a state of the United States. */
  state: string
  /** Stays the same when a question is repeated. */
  idempotencyKey: string
}

/** A registry's record of an identifier. */
export interface RegistryRecord {
  npi: string
  isActive: boolean
  names: { first: string; last: string }[]
  /** `profession` is null if it matches none of ours. */
  licenses: { number: string; state: string; profession: string | null }[]
}

/** A register of people who are licensed to practice. */
export interface LicenseRegistry {
  /** The name used in evidence. */
  readonly name: string
  /**
   * Resolves with a final answer, null if nobody is found. Rejects with {@link RegistryUnavailableError} if a
   * retry may succeed.
   */
  find(question: RegistryQuestion): Promise<RegistryRecord | null>
}

/** The registry could not be reached, or its answer cannot be understood. A retry may succeed. */
export class RegistryUnavailableError extends Error {
  override readonly name = 'RegistryUnavailableError'
}
