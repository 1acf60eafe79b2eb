-- A child who was referred fewer than 45 days before the third birthday is referred to SEA and LEA (34 CFR 303.209(b)(1)(iii)):
-- ten days after the referral, or on the last day before the birthday (domain/early-intervention/clocks/idea-part-c.ts).
UPDATE program_deadlines d
SET state = 'RUNNING', not_owed = NULL, starts_on = p.referral_received_on, warn_on = p.referral_received_on,
  due_on = LEAST(p.referral_received_on + 10, (k.birth_date + interval '3 years')::date - 1),
  undelayed_due_on = LEAST(p.referral_received_on + 10, (k.birth_date + interval '3 years')::date - 1), updated_at = now()
FROM early_intervention_programs p JOIN children k ON k.tenant_id = p.tenant_id AND k.id = p.child_id
WHERE d.tenant_id = p.tenant_id AND d.program_id = p.id AND p.clock_set_id IS NULL AND p.closed_on IS NULL
  AND d.clock = 'lea-notification' AND d.state = 'NOT_OWED' AND d.not_owed = 'LATE_REFERRAL'
  AND p.referral_received_on < (k.birth_date + interval '3 years')::date AND k.restricted_at IS NULL;
