import { IDBCursor, IDBDatabase, IDBIndex, IDBObjectStore, IDBRequest, IDBTransaction } from 'fake-indexeddb';

// `idb` recognises objects by these classes. A test provides `indexedDB` itself, if it needs a database.
Object.assign(globalThis, {
  IDBCursor,
  IDBDatabase,
  IDBIndex,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
});
