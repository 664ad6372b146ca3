/**
 * Loaded before a shop under test (`--import`). It stops the shop like Ctrl-C when the test process ends,
 * so that a killed run leaves no process behind.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel to the parent must not keep the process alive.
process.channel?.unref();
