import { createContext, useContext, useState } from 'react';

/** How many columns lists have on a wide screen (UI-1). The choice lasts for the visit. */
const defaultColumns = 4;

const ColumnsContext = createContext({ columns: defaultColumns, choose: (_columns: number) => {} });

export function ColumnsProvider({ children }: { children: React.ReactNode }) {
  const [columns, choose] = useState(defaultColumns);
  return <ColumnsContext value={{ columns, choose }}>{children}</ColumnsContext>;
}

export function useColumns() {
  return useContext(ColumnsContext);
}
