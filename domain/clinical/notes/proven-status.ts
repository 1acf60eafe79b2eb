import type { NoteStatus } from './rules.ts'

interface Stated {
  revision: number
  supervisorId: string | null
}

/** The state that signatures and addenda prove. The stored status is not used as evidence. */
export const provenStatus = (
  note: Stated,
  signatures: readonly { role: string; revision: number }[],
  addenda: number,
): NoteStatus => {
  const isSignedBy = (role: string) =>
    signatures.some((it) => it.revision === note.revision && it.role === role)
  if (!isSignedBy('AUTHOR')) return 'DRAFT'
  if (note.supervisorId !== null && !isSignedBy('COSIGNER')) return 'AWAITING_COSIGN'
  return addenda > 0 ? 'AMENDED' : 'SIGNED'
}
