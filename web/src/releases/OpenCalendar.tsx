import { Leave } from '../ui/Leave.tsx';

/** The release calendar is a public page, which the server renders: the app only leads there. */
export default function OpenCalendar() {
	return <Leave to={location.pathname + location.search} />;
}
