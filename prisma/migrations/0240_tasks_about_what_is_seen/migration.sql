-- A task is seen by those who see what it is about: one about a step of an agent's run is the whole centre's.
DROP POLICY caseload ON tasks;
CALL therapy.restrict_where('tasks', '(child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[]))
  AND (subject_id IS NULL OR therapy.sees(subject_id))');
