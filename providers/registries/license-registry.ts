/** A license as it stands on record, for a registry to be asked about. */
export interface RegistryQuestion {
  /** National provider identifier. */
  npi: string
  name: string
  profession: string
  licenseNumber: string
  /** ISO 3166-2, of the United States. */
  state: string
  /** The same for a question that is asked again. */
  idempotencyKey: string
}

/** What a registry has under an identifier. */
export interface RegistryRecord {
  npi: string
  isActive: boolean
  names: { first: string; last: string }[]
  /** `profession` is null for one that no profession of ours answers to. */
  licenses: { number: string; state: string; profession: string | null }[]
}

/** Where it is looked up who may practice. */
export interface LicenseRegistry {
  /** As evidence names it. */
  readonly name: string
  /**
   * Resolves with what is final, null for nobody; rejects with {@link RegistryUnavailableError} where another
   * attempt may find out.
   */
  find(question: RegistryQuestion): Promise<RegistryRecord | null>
}

/** The registry could not be reached, or what it said cannot be understood. Another attempt may succeed. */
export class RegistryUnavailableError extends Error {
  override readonly name = 'RegistryUnavailableError'
}
