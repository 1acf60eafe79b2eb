-- A centre without matching needs gets the set that new centres begin with (domain/marketplace/matching-needs/starter-needs.ts),
-- so that its children can be matched by their goals (docs/decisions/0233).
ALTER TABLE tenants NO FORCE ROW LEVEL SECURITY;
ALTER TABLE matching_needs NO FORCE ROW LEVEL SECURITY;
INSERT INTO matching_needs (tenant_id, id, code, name, specialties, goal_areas, created_at, updated_at)
SELECT t.tenant_id,
  -- As other ids: a prefix and 26 characters of which the first are the time's.
  'mtn_01m8hz' || (
    SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', 1 + floor(random() * 32)::integer, 1), '')
    FROM generate_series(1, 20) WHERE t.tenant_id IS NOT NULL AND need.code IS NOT NULL),
  need.code, need.name, need.specialties, need.goal_areas, date_trunc('milliseconds', now()), date_trunc('milliseconds', now())
FROM tenants t CROSS JOIN (VALUES
  ('speech_sounds', 'Speech sounds', ARRAY['speech therapy', 'articulation', 'phonology', 'apraxia of speech'], ARRAY['Articulation', 'Speech', 'Speech sounds', 'Phonology']),
  ('language_development', 'Language and communication', ARRAY['speech therapy', 'language development', 'augmentative communication'], ARRAY['Communication', 'Language', 'Expressive language', 'Receptive language', 'Vocabulary']),
  ('fluency_disorder', 'Fluency', ARRAY['speech therapy', 'fluency', 'stuttering'], ARRAY['Fluency', 'Stuttering']),
  ('social_communication', 'Social communication', ARRAY['social skills', 'social communication', 'speech therapy'], ARRAY['Social communication', 'Social skills', 'Social', 'Social-emotional', 'Pragmatics']),
  ('feeding_and_swallowing', 'Feeding and swallowing', ARRAY['feeding therapy', 'swallowing'], ARRAY['Feeding', 'Swallowing', 'Eating']),
  ('fine_motor_skills', 'Fine motor skills', ARRAY['occupational therapy', 'fine motor skills', 'handwriting'], ARRAY['Fine motor', 'Fine motor skills', 'Handwriting']),
  ('gross_motor_skills', 'Gross motor skills', ARRAY['physical therapy', 'gross motor skills', 'mobility'], ARRAY['Gross motor', 'Gross motor skills', 'Motor', 'Mobility', 'Physical', 'Balance']),
  ('sensory_processing', 'Sensory processing', ARRAY['occupational therapy', 'sensory integration'], ARRAY['Sensory processing', 'Sensory', 'Self-regulation']),
  ('daily_living_skills', 'Daily living skills', ARRAY['occupational therapy', 'daily living skills'], ARRAY['Adaptive', 'Daily living', 'Self-care', 'Self-help', 'Toileting', 'Dressing']),
  ('cognition_and_learning', 'Cognition and learning', ARRAY['special education', 'early intervention', 'cognitive development'], ARRAY['Cognition', 'Cognitive', 'Learning', 'Attention', 'Memory']),
  ('behavior_support', 'Behavior', ARRAY['behavior therapy', 'applied behavior analysis', 'psychology'], ARRAY['Behavior', 'Emotional regulation'])
) AS need (code, name, specialties, goal_areas)
WHERE t.tenant_id <> 'ten_platform' AND t.closed_at IS NULL
  AND NOT EXISTS (SELECT FROM matching_needs any_need WHERE any_need.tenant_id = t.tenant_id);
ALTER TABLE matching_needs FORCE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
