/**
 * Loaded before a shop under test (`--import`): it ends as on Ctrl-C when whoever tests it is gone, so that a run
 * that was killed leaves nothing behind.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The line to the parent is listened to, and keeps nobody waiting.
process.channel?.unref();
