import Capacitor

/// Capacitor's view with our own plugins. Plugins in packages are found by Capacitor; ours are known to it only if they are named here.
class ShellViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(BackgroundWorkPlugin())
        bridge?.registerPluginInstance(BeaconsPlugin())
        bridge?.registerPluginInstance(CameraSettingsPlugin())
        bridge?.registerPluginInstance(ImageQualityPlugin())
        bridge?.registerPluginInstance(PermissionsPlugin())
        bridge?.registerPluginInstance(ProximityPlugin())
        bridge?.registerPluginInstance(RequestSigningPlugin())
        bridge?.registerPluginInstance(SystemBrowserPlugin())
        bridge?.registerPluginInstance(TelephonePlugin())
    }
}
