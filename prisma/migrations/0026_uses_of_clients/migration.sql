-- What stands in the way of archiving a client (prisma/functions/uses.sql): open orders to pay, and children who have
-- no other guardian.
GRANT SELECT (status) ON orders TO therapy_care;
GRANT SELECT (ended_at) ON guardianships TO therapy_care;
GRANT SELECT (tenant_id, id, client_id) ON payers TO therapy_care;
CREATE POLICY care ON payers FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
GRANT SELECT (tenant_id, id, archived_at) ON clients TO therapy_care;
CREATE POLICY care ON clients FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
