package earth.shell.plugins;

/** The state of a permission, as `PluginPermission` in the web app's `plugins.ts` names it. */
final class PermissionAnswer {

    private PermissionAnswer() {}

    /**
     * Android does not say whether the user has never been asked or has refused for ever. Capacitor stores the state after the last refusal.
     * It is out of date if the user has chosen «Ask every time» in the settings since then, which shows in `mayAskAgain`.
     *
     * @param isGranted as `checkSelfPermission` says
     * @param mayAskAgain as `shouldShowRequestPermissionRationale` says: refused, but not for ever
     * @param stored the state that Capacitor has stored
     */
    static String of(boolean isGranted, boolean mayAskAgain, String stored) {
        if (isGranted) return "granted";
        return mayAskAgain ? "prompt-with-rationale" : stored;
    }
}
