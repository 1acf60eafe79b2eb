/** PostgreSQL advisory locks by number, in one place: two uses of one number would conflict. */
export const ADVISORY_LOCKS = {
  /** Held while migrations are applied. */
  migration: 7_200_913,
  /** Held by the leading relay. */
  relay: 7_200_914,
  /** Held while a tenant's entries are sealed. */
  auditSeal: 7_200_915,
  /** Held while a batch of an endpoint's recovery is created. */
  webhookRecovery: 7_200_916,
  /** Held while days of a tenant's analytics are computed. */
  analyticsDays: 7_200_917,
} as const
