export * from './testing/fixture.ts';
export { aYear, storeHistories } from './testing/history.ts';
export { kill, startEngineProcess } from './testing/process.ts';
export { canStartRedis, startRedis, type TestRedis } from './testing/redis.ts';
// For benchmarks, which measure these parts alone.
export { pack } from './history/packed.ts';
export { Dispatcher } from './delivery/dispatcher.ts';
export { continueMatching, queueMatching } from './notices/matchWatches.ts';
export { continueFanout } from './publish/fanout.ts';
export { chooseSubscriptions } from './publish/subscriptions/choose.ts';
export { prune } from './retention/prune.ts';
export { CheckTrails } from './why/checkTrails.ts';
export { levelOf, paceAt } from './watch/pace/allocate.ts';
export {
	addHabit,
	beginHabit,
	expectedRate,
	type Group,
	groupOf,
	HABIT_BYTES,
	type HourOfWeek,
	isBursting,
	isLearned,
	MIN_HISTORY_DAYS,
	noteChange,
	noTotals,
	UNKNOWN_GROUP,
} from './watch/pace/habit.ts';
