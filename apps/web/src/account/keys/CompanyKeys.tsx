import { useMutation, useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n';
import { api, useMe } from '../../platform';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Switch } from '../../ui/controls/Switch';
import { showToast } from '../../shared/toast';
import styles from './keys.module.css';
import { texts } from './texts';
import { useScope } from '../../platform/session/scope-context';
import { createQueryClient } from '../../shared/query-client';

/** For admins: whether the company requires protected keys, and how many members have them. */
export function CompanyKeys() {
  const scope = useScope();
  const t = useTexts(texts);
  const { company } = useMe();
  const queryKey = ['company-keys', company.id];
  // The members change this, so it is fetched whenever the page is opened.
  const query = useQuery({ queryKey, queryFn: () => api.getCompanyKeys({ id: company.id }), staleTime: 0 });
  const change = useMutation({
    mutationFn: (required: boolean) => api.requireCompanyKeys({ id: company.id, required }),
    onSuccess: (state) => scope.get(createQueryClient).setQueryData(queryKey, state),
    onError: () => showToast(t('noAnswer')),
  });
  const { data, error, refetch } = query;
  if (!data && error) return <Failed title={t('companyFailed')} line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={1} picture={0} />;
  const isOn = change.isPending ? change.variables : data.required;
  return (
    <>
      <Switch label={t('companyRequires')} isOn={isOn} onChange={(on) => !change.isPending && change.mutate(on)} />
      <p className={styles.hint}>{t(isOn ? 'companyOn' : 'companyOff')}</p>
      <p className={styles.hint} role="status">
        {t('companyHave', { protected: data.protectedPeople, count: data.people })}
      </p>
    </>
  );
}
