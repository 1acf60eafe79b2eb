import type { SealFacts } from './entry-hash.ts'

/** Problems of a trail, in the order of the checks. */
export type ProblemKind =
  /** The externally stored anchor is not in the chain of heads. */
  | 'anchor_lost'
  /** The transaction counter is behind the seals, because a dump was restored into a new server. */
  | 'counter_behind'
  | 'seal_missing'
  /** A tenant's newest seals were cut off. */
  | 'seals_truncated'
  /** A seal's hash does not match its content. */
  | 'seal_altered'
  /** The signature is not from a key that ENCRYPTION_KEYS decrypts. */
  | 'signature_invalid'
  /** A seal or head does not follow from its predecessor. */
  | 'chain_broken'
  /** The chain of heads does not contain the seal, or records it differently. */
  | 'seal_unrecorded'
  | 'head_missing'
  | 'head_altered'
  | 'entry_altered'
  | 'entry_missing'
  | 'entry_inserted'
  | 'entry_reordered'
  /** The last entries of a tenant's newest seal are missing. */
  | 'entries_truncated'

export interface TrailProblem {
  kind: ProblemKind
  /** Absent if the problem is in the platform's chain of heads. */
  tenantId?: string
  sealNumber?: number
  entryId?: string
  /** One sentence for the operator. */
  detail: string
}

/** Carries a problem from a check to the verification, which ends with the first problem. */
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
