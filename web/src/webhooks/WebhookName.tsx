import { Link } from 'react-router-dom';
import { webhookPath } from '../ui/paths.ts';

/** The name of a webhook, which opens its page. @param id null for a deleted webhook, and for users without the page */
export function WebhookName({ id, name }: { id: string | null; name: string }) {
	return id === null ? name : <Link to={webhookPath(id)}>{name}</Link>;
}
