import type { Operation } from '../../../api/http/operation.ts'
import type { ApiAnswer, TestApi } from '../../support/api.ts'

/** The children whose records a response shows, as in its audit row; a file names only the child. */
export const disclosedBy = async (
  api: TestApi,
  { produces }: Operation,
  { headers }: ApiAnswer,
): Promise<string[]> => {
  const [row] = await api.query<{ subject_id: string | null; changes: { children?: string[] } }>(
    'SELECT subject_id, changes FROM audit_entries WHERE request_id = $1',
    [headers.get('x-request-id')],
  )
  const { subject_id: subject, changes } = row!
  if (produces) return subject?.startsWith('chd_') ? [subject] : []
  return (changes.children ?? []).toSorted()
}

/** The children named anywhere in it. */
export const childrenIn = async (api: TestApi, { text }: ApiAnswer): Promise<string[]> => {
  const ids = text.match(/\bchd_[0-9a-z]{26}\b/g) ?? []
  const rows = await api.query<{ id: string }>('SELECT id FROM children WHERE id = ANY($1)', [ids])
  return rows.map(({ id }) => id).toSorted()
}
