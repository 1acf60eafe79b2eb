import type { SessionListener } from '#clinical/sessions/listeners.ts'
import { appointmentFollowUpWorkflow } from '../appointments/workflows.ts'

/** Settles the step about the missing note. */
export const appointmentSessionListener: SessionListener = {
  noteSigned: async (tx, appointmentId) => {
    const [asking] = await tx.sql(ASKING, [tx.tenantId, appointmentId])
    if (asking) tx.wake(appointmentFollowUpWorkflow, appointmentId)
  },
}

const ASKING = `
  SELECT 1 FROM follow_ups f JOIN follow_up_steps s ON s.tenant_id = f.tenant_id AND s.follow_up_id = f.id
  WHERE f.tenant_id = $1 AND f.subject_id = $2 AND f.kind = 'appointmentFollowUp' AND s.action_required IS NOT NULL
    AND s.step LIKE 'note-missing%' LIMIT 1`
