-- A series of groups has no child; like a group, it is nobody's secret.
ALTER TABLE series ALTER COLUMN child_id DROP NOT NULL;
DROP POLICY caseload ON series;
CALL therapy.restrict_where('series', 'child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])');
