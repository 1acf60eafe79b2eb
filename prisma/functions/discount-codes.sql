-- Discount codes: the number of uses equals the number of redemptions, within the limit per person.
CREATE OR REPLACE FUNCTION therapy.assert_code_uses() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  of_code text := coalesce(to_jsonb(NEW) ->> 'code_id', to_jsonb(NEW) ->> 'id');
BEGIN
  IF NOT EXISTS (SELECT FROM public.discount_codes c WHERE c.tenant_id = NEW.tenant_id AND c.id = of_code
      AND c.uses = (SELECT count(*) FROM public.discount_code_redemptions r
        WHERE r.tenant_id = c.tenant_id AND r.code_id = c.id AND r.released_at IS NULL)) THEN
    RAISE EXCEPTION 'the uses of discount code % are not its redemptions', of_code
      USING ERRCODE = 'check_violation', CONSTRAINT = 'discount_codes_uses';
  END IF;
  IF TG_TABLE_NAME = 'discount_code_redemptions' AND EXISTS (
      SELECT FROM public.discount_codes c
      JOIN public.discount_code_redemptions r ON r.tenant_id = c.tenant_id AND r.code_id = c.id AND r.released_at IS NULL
      JOIN public.orders o ON o.tenant_id = r.tenant_id AND o.id = r.order_id
      WHERE c.tenant_id = NEW.tenant_id AND c.id = of_code AND c.max_uses_per_client IS NOT NULL
      GROUP BY coalesce(o.client_id, o.payer_id), c.max_uses_per_client HAVING count(*) > c.max_uses_per_client) THEN
    RAISE EXCEPTION 'discount code % is used more often by one client than it allows', of_code
      USING ERRCODE = 'check_violation', CONSTRAINT = 'discount_codes_per_client';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS uses ON discount_codes;
CREATE CONSTRAINT TRIGGER uses AFTER INSERT OR UPDATE OF uses ON discount_codes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_code_uses();
DROP TRIGGER IF EXISTS uses ON discount_code_redemptions;
CREATE CONSTRAINT TRIGGER uses AFTER INSERT OR UPDATE OF released_at ON discount_code_redemptions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_code_uses();

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.assert_code_uses() OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.assert_code_uses() FROM PUBLIC;
