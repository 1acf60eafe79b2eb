-- Search across families: prefixes of an address, and the last digits of a number however it is written.
CREATE INDEX clients_email_prefix ON clients (tenant_id, lower(email) text_pattern_ops) WHERE email IS NOT NULL;
CREATE INDEX clients_phone_digits ON clients (tenant_id, reverse(regexp_replace(phone, '[^0-9]', '', 'g')) text_pattern_ops)
  WHERE phone IS NOT NULL;
GRANT SELECT (email, phone) ON clients TO therapy_search;
