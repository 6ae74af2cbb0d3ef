-- As fold() in lib/leads/search-text.ts: signs that are wildcards of LIKE.
UPDATE "Lead" SET "searchText" = replace(replace(replace("searchText", '%', '％'), '_', '＿'), '\', '＼');
