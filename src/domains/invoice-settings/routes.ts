export const invoiceSettingsRoutes = [];
