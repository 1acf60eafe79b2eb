/** Callers who are limited to a caseload decide only about providers of their team. */
export const OF_TEAM = `(current_user <> 'therapy_caseload' OR r.provider_id = ANY ((SELECT therapy.team())::text[]))`
