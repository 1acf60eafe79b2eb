-- An erasure finds the accounts of a family; their rows stay (docs/decisions/0153).
CALL therapy.erasable('ledger_accounts');
