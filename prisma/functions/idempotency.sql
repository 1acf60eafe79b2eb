-- Claims an Idempotency-Key for the transaction (domain/platform/idempotency). Statements of a function see what
-- was committed before each of them, so that a response is found that was committed while the lock was taken.
CREATE OR REPLACE FUNCTION therapy.claim_key(tenant text, client text, given text)
RETURNS TABLE (claimed boolean, created_at timestamptz, fingerprint text, status int, ciphertext text)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  claimed := pg_try_advisory_xact_lock(hashtextextended(tenant || '/' || client || '/' || given, 1));
  IF claimed THEN
    SELECT k.created_at, k.fingerprint, k.status, k.ciphertext
    INTO created_at, fingerprint, status, ciphertext
    FROM idempotency_keys k WHERE k.tenant_id = tenant AND k.client_id = client AND k.key = given;
  END IF;
  RETURN NEXT;
END $$;
