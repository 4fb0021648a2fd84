export type ServerTables = {
  server_secrets: ServerSecretsTable;
};

type ServerSecretsTable = { name: string; secret: string };
