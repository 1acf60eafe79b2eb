/** The numbers of all PostgreSQL advisory locks in one place, because two uses of the same number would conflict. */
export const ADVISORY_LOCKS = {
  /** Held while migrations are applied. */
  migration: 7_200_913,
  /** Held by the leading relay. */
  relay: 7_200_914,
  /** Held while a tenant's entries are being sealed. */
  auditSeal: 7_200_915,
  /** Held while a batch of an endpoint's recovery is being created. */
  webhookRecovery: 7_200_916,
  /** Held while days of a tenant's analytics are being computed. */
  analyticsDays: 7_200_917,
} as const
