import type { SealFacts } from './entry-hash.ts'

/** What is wrong with the trail, in the order in which it is looked for. */
export type ProblemKind =
  /** The anchor that was kept outside the database is not in the chain of heads. */
  | 'anchor_lost'
  /** The transaction counter is behind the seals: a dump was restored into a new server. */
  | 'counter_behind'
  | 'seal_missing'
  /** The newest seals of a tenant were cut off. */
  | 'seals_truncated'
  /** A seal's hash is not that of its contents. */
  | 'seal_altered'
  /** Not signed by a key that ENCRYPTION_KEYS open. */
  | 'signature_invalid'
  /** A seal or head does not follow from the one before it. */
  | 'chain_broken'
  /** A seal that the chain of heads does not know, or knows otherwise. */
  | 'seal_unrecorded'
  | 'head_missing'
  | 'head_altered'
  | 'entry_altered'
  | 'entry_missing'
  | 'entry_inserted'
  | 'entry_reordered'
  /** The last entries of a tenant's newest seal are gone. */
  | 'entries_truncated'

export interface TrailProblem {
  kind: ProblemKind
  /** Absent when the fault lies in the chain of heads, which is the platform's. */
  tenantId?: string
  sealNumber?: number
  entryId?: string
  /** One sentence for the operator. */
  detail: string
}

/** Thrown by a check and caught here: the first problem ends the verification. */
export class TrailProblemFound extends Error {
  override readonly name = 'TrailProblemFound'
  readonly problem: TrailProblem

  constructor(problem: TrailProblem) {
    super(problem.detail)
    this.problem = problem
  }
}

export const problemOf = (
  seal: Pick<SealFacts, 'tenantId' | 'number'>,
  kind: ProblemKind,
  detail: string,
  entryId?: string,
): TrailProblemFound =>
  new TrailProblemFound({
    kind,
    tenantId: seal.tenantId,
    sealNumber: Number(seal.number),
    ...(entryId !== undefined && { entryId }),
    detail,
  })
